const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const SPACE = 0x20;

/**
 * Takes the JSON of the items out of the JSON of a list, independent of chunk boundaries. Checks nothing: broken JSON is found when the items
 * and the frame are parsed.
 */
export class ListReader {
  /** Of the list without its items. */
  private readonly outside: Uint8Array[] = [];
  private readonly name: Buffer;
  /** Of the item that is not complete. */
  private item: Uint8Array[] = [];
  private hasItems = false;
  private place: 'before' | 'items' | 'after' = 'before';
  private depth = 0;
  private isInText = false;
  private isEscaped = false;
  /** Characters of the name of the items that the text has so far; -1: it is another one, or below the list. */
  private matched = -1;
  /** What was before: the name of the items, or that and a colon. */
  private behind: 'name' | 'colon' | 'other' = 'other';

  /** @param name of the member with the items. */
  constructor(name: string) {
    this.name = Buffer.from(name);
  }

  /** JSON of the items that end in `chunk`. */
  *push(chunk: Uint8Array): Generator<Buffer, void> {
    let from = 0;
    for (let i = 0; i < chunk.length; i++) {
      if (this.isInText) {
        i = this.endOfText(chunk, i);
        continue;
      }
      const byte = chunk[i]!;
      if (byte <= SPACE) continue;
      const isList = byte === OPEN_BRACKET && this.depth === 1 && this.behind === 'colon' && this.place === 'before';
      this.behind = byte === COLON && this.behind === 'name' ? 'colon' : 'other';
      switch (byte) {
        case QUOTE:
          this.isInText = true;
          this.matched = this.depth === 1 ? 0 : -1;
          break;
        case OPEN_BRACE:
        case OPEN_BRACKET:
          this.depth++;
          if (!isList) break;
          this.place = 'items';
          this.outside.push(chunk.subarray(from, i + 1));
          from = i + 1;
          break;
        case COMMA:
          if (this.place !== 'items' || this.depth !== 2) break;
          yield this.endOfItem(chunk.subarray(from, i));
          from = i + 1;
          break;
        case CLOSE_BRACE:
        case CLOSE_BRACKET: {
          if (--this.depth !== 1 || this.place !== 'items') break;
          this.place = 'after';
          const last = this.endOfItem(chunk.subarray(from, i));
          if (this.hasItems || last.some((of) => of > SPACE)) yield last;
          from = i;
          break;
        }
        default:
          break;
      }
    }
    (this.place === 'items' ? this.item : this.outside).push(chunk.subarray(from));
  }

  /** The JSON of the list without its items, once the last chunk was read. */
  frame(): Buffer {
    return Buffer.concat(this.outside);
  }

  /** Of the text that goes on at `from`: the place of its end, or that of the chunk. */
  private endOfText(chunk: Uint8Array, from: number): number {
    let i = from;
    for (; i < chunk.length; i++) {
      const byte = chunk[i];
      if (this.isEscaped) this.isEscaped = false;
      else if (byte === BACKSLASH) this.isEscaped = true;
      else if (byte === QUOTE) {
        this.isInText = false;
        if (this.matched === this.name.length) this.behind = 'name';
        return i;
      }
      if (this.matched >= 0) this.matched = byte === this.name[this.matched] ? this.matched + 1 : -1;
    }
    return i;
  }

  private endOfItem(rest: Uint8Array): Buffer {
    this.item.push(rest);
    const json = Buffer.concat(this.item);
    this.item = [];
    if (this.place === 'items') this.hasItems = true;
    return json;
  }
}
