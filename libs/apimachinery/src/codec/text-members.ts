import { randomInt } from 'node:crypto';
import { COMMA, endOfString, endOfValue, OPEN_OBJECT, QUOTE } from './json-scan.js';

/** Slots for each member: a search that finds nothing ends after few of them. */
const SLOTS_PER_MEMBER = 2;
const LARGEST = 2 ** 32;
/** Secret: clients choose names, and many with one hash would make each search as long as the object. */
const SEED = randomInt(LARGEST);
const FACTOR = randomInt(LARGEST / 2) * 2 + 1;

/**
 * The texts of an object, such as labels, by their names: of JSON as `JSON.stringify` writes it. Few of them are asked for, so nothing is parsed before:
 * ten nanoseconds per byte at first, and eight to sixteen bytes of memory for each member.
 */
export class TextMembers {
  private constructor(
    /** Position of a member's name at the hash of the name, or in the next free slot; 0: free. */
    private readonly slots: Int32Array,
  ) {}

  /** @param json an object; of another value there are no members. */
  static of(json: Buffer): TextMembers {
    const starts: number[] = [];
    if (json[0] === OPEN_OBJECT) {
      for (let at = 1; json[at] === QUOTE; at++) {
        starts.push(at);
        at = endOfValue(json, endOfString(json, at) + 1);
        if (json[at] !== COMMA) break;
      }
    }
    const slots = new Int32Array(2 ** Math.ceil(Math.log2(starts.length * SLOTS_PER_MEMBER + 1)));
    for (const start of starts) {
      let slot = hashOf(json, start, endOfString(json, start)) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = start;
    }
    return new TextMembers(slots);
  }

  /**
   * Undefined: there is none of that name, or it is not a text.
   * @param json the bytes that this was made of. They are not kept: they may be moved.
   */
  get(json: Buffer, name: string): string | undefined {
    const { slots } = this;
    const quoted = Buffer.from(JSON.stringify(name));
    for (let slot = hashOf(quoted, 0, quoted.length) & (slots.length - 1); slots[slot] !== 0;) {
      const start = slots[slot]!;
      const end = start + quoted.length;
      if (end < json.length && json.compare(quoted, 0, quoted.length, start, end) === 0) return textAt(json, end + 1);
      slot = (slot + 1) & (slots.length - 1);
    }
    return undefined;
  }
}

function textAt(json: Buffer, start: number): string | undefined {
  if (json[start] !== QUOTE) return undefined;
  return JSON.parse(json.toString('utf8', start, endOfString(json, start))) as string;
}

function hashOf(bytes: Buffer, from: number, to: number): number {
  let hash = SEED;
  for (let at = from; at < to; at++) {
    hash = Math.imul(hash ^ bytes[at]!, FACTOR);
    hash ^= hash >>> 15;
  }
  return hash;
}
