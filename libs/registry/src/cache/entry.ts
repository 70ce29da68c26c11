import { decodeJsonSteps, type ApiObject } from '@orch/apimachinery';
import type { Revision } from '@orch/storage';
import { objectKey, splitObjectKey } from '../keys/storage-keys.js';

/** What selectors ask about an object. */
export interface SelectorFacts {
  readonly labels: Readonly<Record<string, string>> | undefined;
  /** Values of the declared selectable fields, by field. */
  readonly fields: Readonly<Record<string, string>>;
}

/** It was within the limits when it was written. */
const NO_LIMITS = { maxDepth: Number.POSITIVE_INFINITY, maxFields: Number.POSITIVE_INFINITY };
/** Parsed in one step. */
const ONE_STEP_BYTES = 64 * 1_024;
const NO_FIELDS: Readonly<Record<string, string>> = Object.freeze({});

/** Computes the facts of one object; `read` gives the declared fields of its kind. */
export type FactReader = (object: ApiObject) => SelectorFacts;

/** Makes the fact reader of a kind from its declared fields. */
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
 * One object as it stands in memory: its JSON bytes, and what selectors need of it once somebody asked. Never changed:
 * a write makes a new entry, so snapshots may share entries. Only where its bytes lie may change (`slab-allocator.ts`).
 */
export class Entry {
  private facts: SelectorFacts | undefined;
  private memory: Buffer;
  private start = 0;
  /** Of its bytes. */
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

  /** Canonical JSON with the resourceVersion inside. A view made when it is asked for: kept, it would weigh as much as the rest. */
  get bytes(): Buffer {
    const { memory, start, length } = this;
    return length === memory.length ? memory : memory.subarray(start, start + length);
  }

  /** The memory that holds its bytes, and perhaps those of others. */
  get heldBy(): ArrayBufferLike {
    return this.memory.buffer;
  }

  /** Copies its bytes into `memory` at `start`, and lies there from now on. */
  moveInto(memory: Buffer, start: number): void {
    this.memory.copy(memory, start, this.start, this.start + this.length);
    this.memory = memory;
    this.start = start;
  }

  /** By the key alone. */
  get name(): string {
    return splitObjectKey(this.key).name;
  }

  isNamed(namespace: string, name: string): boolean {
    return this.key === objectKey(namespace, name);
  }

  /** Decoded on first use: entries loaded at start cost no parsing until a selector looks at them. */
  get selectorFacts(): SelectorFacts {
    return (this.facts ??= this.readFacts(this.parse()));
  }

  /** A fresh plain object each time: the caller may keep and change it. */
  parse(): ApiObject {
    return JSON.parse(this.memory.toString('utf8', this.start, this.start + this.length)) as ApiObject;
  }

  /** As `parse`, in steps of a few milliseconds; a small object takes none. */
  *parseInSteps(): Generator<undefined, ApiObject> {
    if (this.length <= ONE_STEP_BYTES) return this.parse();
    const { value } = yield* decodeJsonSteps(this.bytes, NO_LIMITS);
    return value as ApiObject;
  }
}
