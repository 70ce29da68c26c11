import { decodeJsonSteps, jsonPart, jsonView, TextMembers, type ApiObject } from '@orch/apimachinery';
import type { Revision } from '@orch/storage';
import { objectKey, splitObjectKey } from '../keys/storage-keys.js';

/** Labels and fields of an object that selectors match. */
export interface SelectorFacts {
  readonly labels: Readonly<Record<string, string>> | undefined;
  /** One label, where parsing all takes long, and some times their bytes of the heap. */
  readonly labelOf?: ((key: string) => string | undefined) | undefined;
  /** Values of the declared selectable fields, by field. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Stored objects were within the limits when they were written. */
const NO_LIMITS = { maxDepth: Number.POSITIVE_INFINITY, maxFields: Number.POSITIVE_INFINITY };
/** Objects up to this size are parsed in one step. */
const ONE_STEP_BYTES = 64 * 1_024;
/** Whether an object of that many bytes is too large to be parsed in one step. */
export const isLarge = (bytes: number): boolean => bytes > ONE_STEP_BYTES;
const NO_FIELDS: Readonly<Record<string, string>> = Object.freeze({});

/** Computes the selector facts of one object. */
export type FactReader = (object: ApiObject) => SelectorFacts;

/** Creates the fact reader of a kind from its declared fields. */
export function factReader(fields: Readonly<Record<string, (object: ApiObject) => string>> | undefined): FactReader {
  const readers = Object.entries(fields ?? {});
  if (readers.length === 0) return (object) => ({ labels: object.metadata.labels, fields: NO_FIELDS });
  return (object) => {
    const values: Record<string, string> = {};
    for (const [field, read] of readers) values[field] = read(object);
    return { labels: object.metadata.labels, fields: values };
  };
}

/**
 * Selector facts of a large object, each read when a selector first asks for it. A watch reads those of the object and of its previous
 * state in one step, and a stored object may have megabytes: only the members that they are computed from are parsed.
 */
class LargeFacts implements SelectorFacts {
  private known: {
    labels?: SelectorFacts['labels'] | null;
    labelOf?: SelectorFacts['labelOf'] | null;
    fields?: SelectorFacts['fields'];
  } = {};

  constructor(
    private readonly entry: Entry,
    private readonly readFacts: FactReader,
  ) {}

  get labels(): SelectorFacts['labels'] {
    if (this.known.labels === undefined) {
      const bytes = this.labelBytes;
      this.known.labels = bytes ? (JSON.parse(bytes.toString()) as Record<string, string>) : null;
    }
    return this.known.labels ?? undefined;
  }

  get labelOf(): SelectorFacts['labelOf'] {
    if (this.known.labelOf === undefined) {
      const bytes = this.labelBytes;
      this.known.labelOf = bytes && isLarge(bytes.length) ? this.labelsIn(bytes) : null;
    }
    return this.known.labelOf ?? undefined;
  }

  private get labelBytes(): Buffer | undefined {
    return jsonPart(this.entry.bytes, ['metadata', 'labels']);
  }

  /** @param labels part of the bytes of the entry, which may be moved later. */
  private labelsIn(labels: Buffer): NonNullable<SelectorFacts['labelOf']> {
    const { length } = labels;
    const start = labels.byteOffset - this.entry.bytes.byteOffset;
    const members = TextMembers.of(labels);
    return (key) => members.get(this.entry.bytes.subarray(start, start + length), key);
  }

  get fields(): SelectorFacts['fields'] {
    return (this.known.fields ??= this.readFacts(jsonView(this.entry.bytes) as unknown as ApiObject).fields);
  }
}

/**
 * One object in the cache: its JSON bytes, and its selector facts, computed on first use. Immutable: a write creates a new
 * entry, so snapshots may share entries. Only the location of its bytes may change (`slab-allocator.ts`).
 */
export class Entry {
  private facts: SelectorFacts | undefined;
  private memory: Buffer;
  private start = 0;
  /** Length of its bytes. */
  readonly length: number;

  constructor(
    /** Key inside the resource, see `storage-keys.ts`. */
    readonly key: string,
    readonly revision: Revision,
    bytes: Buffer,
    private readonly readFacts: FactReader,
    facts?: SelectorFacts,
  ) {
    this.memory = bytes;
    this.length = bytes.length;
    this.facts = facts;
  }

  /** Canonical JSON including the resourceVersion. A view created per call: a stored one would take as much memory as the rest. */
  get bytes(): Buffer {
    const { memory, start, length } = this;
    return length === memory.length ? memory : memory.subarray(start, start + length);
  }

  /** The memory that holds its bytes, possibly shared with other entries. */
  get heldBy(): ArrayBufferLike {
    return this.memory.buffer;
  }

  /** Moves its bytes to `memory` at `start`. */
  moveInto(memory: Buffer, start: number): void {
    this.memory.copy(memory, start, this.start, this.start + this.length);
    this.memory = memory;
    this.start = start;
  }

  /** Whether it is too large to be parsed in one step. */
  get isLarge(): boolean {
    return isLarge(this.length);
  }

  /** Whether selectors need no parsing any more. */
  get isRead(): boolean {
    return this.facts !== undefined;
  }

  /** From the key. */
  get name(): string {
    return splitObjectKey(this.key).name;
  }

  isNamed(namespace: string, name: string): boolean {
    return this.key === objectKey(namespace, name);
  }

  /** Decoded on first use: entries loaded at start cost no parsing until a selector is evaluated. */
  get selectorFacts(): SelectorFacts {
    return (this.facts ??= this.isLarge ? new LargeFacts(this, this.readFacts) : this.readFacts(this.parse()));
  }

  /** Value of a field as selectors see it: empty when absent. */
  fieldValue(field: string): string {
    if (field === 'metadata.name') return this.name;
    if (field === 'metadata.namespace') return splitObjectKey(this.key).namespace;
    return this.selectorFacts.fields[field] ?? '';
  }

  /** A new plain object each time: the caller may keep and change it. */
  parse(): ApiObject {
    return JSON.parse(this.memory.toString('utf8', this.start, this.start + this.length)) as ApiObject;
  }

  /**
   * Some members of the object at a path of member names, such as `ports` at `spec`, those that there are. Nothing else is parsed: for those who need
   * little of objects that may be large.
   */
  parseMembers(path: readonly string[], names: readonly string[]): Readonly<Record<string, unknown>> {
    const members: Record<string, unknown> = {};
    const object = jsonPart(this.bytes, path);
    for (const name of names) {
      const member = object && jsonPart(object, [name]);
      if (member) members[name] = JSON.parse(member.toString());
    }
    return members;
  }

  /** As `parse`, in steps of a few milliseconds; a small object takes none. */
  *parseInSteps(): Generator<undefined, ApiObject> {
    if (!this.isLarge) return this.parse();
    const { value } = yield* decodeJsonSteps(this.bytes, NO_LIMITS);
    return value as ApiObject;
  }
}
