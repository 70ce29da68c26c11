import type { Document, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { setOwn } from '../schema/plain-object.js';
import { MAX_REPORTED_FIELDS } from '../schema/structural-schema.js';
import { quotedText } from '../field/quoted-text.js';
import { ApiError } from '../status/api-error.js';
import type { DecodedBody } from './json.js';
import { outOfRange } from './json-reader.js';
import { tooDeep, tooManyFields } from './limits.js';
import { lineAt } from './line-at.js';
import { RepeatedFields, type PathStep } from './repeated-fields.js';
import { tooMuchText, type YamlLimits } from './yaml-limits.js';
import { yaml } from './yaml-package.js';

/**
 * The value of a document, as `toJS` of the package `yaml` returns it for strings, numbers, lists and mappings, in time
 * proportional to its size; and duplicate keys of mappings, such as `spec.containers[0].name`: the first 100.
 * Merged keys are not duplicates.
 * @param text that the document was parsed from.
 * @throws ApiError BadRequest for a key that is a collection, a merge of anything but mappings, an alias without an anchor or
 * inside the anchored value, a lone surrogate, a number that JSON cannot represent, and past the limits, where aliased values count each time.
 */
export function yamlValue(document: Document.Parsed, text: string, limits: YamlLimits): DecodedBody {
  const reader = new NodeReader(limits, text);
  const value = reader.read(document.contents, 0);
  return { value, duplicateFields: reader.repeats.list(), duplicateKeys: keysWithLines(reader.repeatedKeys, text) };
}

/** A key that its mapping has already. */
interface RepeatedKey {
  readonly name: string;
  /** Of the key in the text. */
  readonly offset: number;
}

/** In the words of the YAML library of kube-apiserver, in order of the text. */
function keysWithLines(keys: readonly RepeatedKey[], text: string): string[] {
  let line = 1;
  let at = 0;
  return keys
    .toSorted((a, b) => a.offset - b.offset)
    .map(({ name, offset }) => {
      line += lineAt(text.slice(at, offset), offset - at) - 1;
      at = offset;
      return `line ${line}: key ${quotedText(name.slice(0, MAX_KEY_CHARACTERS))} already set in map`;
    });
}

type Members = Record<string, unknown>;

/** Longer keys are truncated in texts. */
const MAX_KEY_CHARACTERS = 1_024;

/** An anchored value, and what each alias of it adds to the counts. */
interface Anchored {
  readonly value: unknown;
  readonly fields: number;
  readonly items: number;
  readonly characters: number;
  /** Levels of collections. */
  readonly height: number;
}

const BLOCKS: ReadonlySet<string | undefined> = new Set(['BLOCK_LITERAL', 'BLOCK_FOLDED']);

const INCOMPLETE = Symbol('being read');

class NodeReader {
  readonly repeats = new RepeatedFields();
  readonly repeatedKeys: RepeatedKey[] = [];
  private readonly anchors = new Map<string, Anchored | typeof INCOMPLETE>();
  // Totals so far.
  private fields = 0;
  private items = 0;
  private characters = 0;
  private deepest = 0;
  /** Path of the current member or item. */
  private readonly steps: PathStep[] = [];
  /** Nesting of merges: duplicates in merged mappings are not reported. */
  private merging = 0;

  private readonly yaml = yaml();

  constructor(
    private readonly limits: YamlLimits,
    private readonly text: string,
  ) {}

  /** @param depth collections around the node. */
  read(node: unknown, depth: number): unknown {
    const { isAlias, isNode } = this.yaml;
    if (!isNode(node)) return null; // a member without a value
    if (isAlias(node)) return this.alias(node.source, depth);
    const { anchor } = node as { anchor?: string };
    return anchor === undefined ? this.content(node, depth) : this.anchored(anchor, node, depth);
  }

  private content(node: Node, depth: number): unknown {
    const { isMap, isScalar } = this.yaml;
    if (isScalar(node)) return this.counted(this.scalar(node));
    return isMap(node) ? this.mapping(node, depth) : this.list(node as YAMLSeq, depth);
  }

  private anchored(anchor: string, node: Node, depth: number): unknown {
    this.anchors.set(anchor, INCOMPLETE);
    const { fields, items, characters, deepest } = this;
    this.deepest = depth;
    const value = this.content(node, depth);
    this.anchors.set(anchor, {
      value,
      fields: this.fields - fields,
      items: this.items - items,
      characters: this.characters - characters,
      height: this.deepest - depth,
    });
    this.deepest = Math.max(this.deepest, deepest);
    return value;
  }

  private alias(name: string, depth: number): unknown {
    const found = this.anchors.get(name);
    if (found === undefined) throw refused('an alias comes before its anchor, or has no anchor');
    if (found === INCOMPLETE) throw refused('an alias is inside the value of its anchor');
    this.fields += found.fields;
    this.items += found.items;
    this.characters += found.characters;
    this.check(depth + found.height);
    return found.value;
  }

  private list({ items }: YAMLSeq, depth: number): unknown[] {
    this.check(depth + 1);
    return items.map((item, index) => {
      this.items++;
      this.steps.push(index);
      const value = this.read(item, depth + 1);
      this.steps.pop();
      return value;
    });
  }

  private mapping({ items }: YAMLMap, depth: number): Members {
    this.check(depth + 1);
    const members: Members = {};
    // Own names, tracked once names were merged.
    let own: Set<string> | undefined;
    let reported: Set<string> | undefined;
    for (const { key, value } of items as Pair[]) {
      if (isMergeKey(key)) {
        own ??= new Set(Object.keys(members));
        this.merge(members, value, depth);
        continue;
      }
      const name = this.name(key, depth);
      const isRepeat = own ? own.has(name) : Object.hasOwn(members, name);
      own?.add(name);
      this.steps.push(name);
      if (isRepeat && this.merging === 0 && this.repeatedKeys.length < MAX_REPORTED_FIELDS)
        this.repeatedKeys.push({ name, offset: (key as Node).range?.[0] ?? 0 });
      if (isRepeat && this.merging === 0 && !this.repeats.isFull && !reported?.has(name)) {
        (reported ??= new Set()).add(name);
        this.repeats.add(this.steps);
      }
      setOwn(members, name, this.read(value, depth + 1));
      this.steps.pop();
      this.fields++;
    }
    this.check(depth + 1);
    return members;
  }

  /** Existing members win. Merged values were counted when they were read. */
  private merge(members: Members, node: unknown, depth: number): void {
    this.merging++;
    const merged = this.read(node, depth);
    this.merging--;
    for (const source of Array.isArray(merged) ? (merged as unknown[]) : [merged]) {
      if (typeof source !== 'object' || source === null || Array.isArray(source)) {
        throw refused('a merge key (<<) takes mappings and aliases of mappings');
      }
      for (const [name, value] of Object.entries(source)) {
        if (!Object.hasOwn(members, name)) setOwn(members, name, value);
      }
    }
  }

  private name(key: unknown, depth: number): string {
    // Infinity is valid as a name, but not as a value.
    const value = isNumber(key) ? key.value : this.read(key, depth);
    if (typeof value === 'object' && value !== null)
      throw refused('a key is a mapping or a list: keys must be strings');
    const name = value === null ? '' : String(value as string | number | boolean);
    this.characters += name.length;
    return name;
  }

  /** The package ends a block with a line break, also where the text ends without one; parsers of Go do not. */
  private scalar(node: Scalar): string | number | boolean | null {
    const value = scalarOf(node);
    const [start, end] = node.range ?? [];
    if (start === undefined || end !== this.text.length || !BLOCKS.has(node.type)) return value;
    return typeof value === 'string' && value.endsWith('\n') && this.endsWithin(start) ? value.slice(0, -1) : value;
  }

  /** Whether the text ends in a line of the last block. A line of spaces belongs to it if it is indented more than the content. */
  private endsWithin(start: number): boolean {
    const last = this.text.slice(this.text.lastIndexOf('\n') + 1);
    if (last.trim() !== '') return true;
    const firstLine = /\n( *)\S/g;
    firstLine.lastIndex = start;
    const [, indent] = firstLine.exec(this.text) ?? [];
    return indent !== undefined && last.length > indent.length;
  }

  private counted(value: string | number | boolean | null): unknown {
    if (typeof value === 'string') this.characters += wellFormed(value).length;
    else if (typeof value === 'number' && !Number.isFinite(value)) throw outOfRange(value);
    return value;
  }

  private check(depth: number): void {
    const { maxDepth, maxFields, maxTextCharacters } = this.limits;
    if (depth > maxDepth) throw tooDeep(this.limits);
    if (depth > this.deepest) this.deepest = depth;
    if (this.fields > maxFields || this.items > maxFields) throw tooManyFields(this.limits);
    if (this.characters > maxTextCharacters) throw tooMuchText(this.limits);
  }
}

/** Escapes may name a surrogate without its other half. @throws ApiError BadRequest: UTF-8 has no form of it. */
function wellFormed(value: string): string {
  if (/\p{Surrogate}/u.test(value)) throw refused('found invalid Unicode character escape code');
  return value;
}

const isNumber = (key: unknown): key is Scalar<number> =>
  yaml().isScalar(key) && key.anchor === undefined && typeof key.value === 'number';

/** A plain `<<`; the dialect resolves it to a symbol. */
const isMergeKey = (key: unknown): boolean => yaml().isScalar(key) && typeof key.value === 'symbol';

/** Tags of other dialects make dates, bytes or big integers, which manifests do not use: such scalars stay strings. */
function scalarOf({ value, source }: Scalar): string | number | boolean | null {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value;
    default:
      return value === null || value === undefined ? null : (source ?? '');
  }
}

const refused = (why: string): ApiError => ApiError.badRequest(`the body of the request is broken YAML: ${why}`);
