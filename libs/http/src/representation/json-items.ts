import { decodeJsonSteps } from '@orch/apimachinery';
import type { Piece } from './pieces.js';

/** Bytes read in one step: a fraction of a millisecond. */
const STEP_BYTES = 64 * 1_024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** How the member with the objects of a list, or the rows of a table, begins. */
const LISTED = ['"items":', '"rows":'].map((text) => Buffer.from(text));

/**
 * JSON of a list without its items, or of the next item. Undefined: there was work, and nothing is complete yet. A promise: there
 * are no more until it has resolved.
 */
export type ListPart = { readonly head: Buffer } | { readonly item: Buffer } | Promise<unknown> | undefined;

/** Limits were checked when the object was stored. */
const NO_LIMITS = { maxDepth: Number.POSITIVE_INFINITY, maxFields: Number.POSITIVE_INFINITY };

/** Parses an item, in steps. */
export function* parsedItem(json: Buffer): Generator<undefined, unknown> {
  const { value } = yield* decodeJsonSteps(json, NO_LIMITS);
  return value;
}

/**
 * Splits the JSON of a list or a table, whose last member is what it lists, without parsing it: only one item is in memory.
 * The head, with an empty list, is first.
 * @param pieces compact JSON as the server writes it, split anywhere.
 * @throws TypeError for other bytes.
 */
export function* listParts(pieces: Iterable<Piece>): Generator<ListPart> {
  const rest = pieces[Symbol.iterator]();
  try {
    const begun = yield* readHead(rest);
    yield* items(begun, rest);
  } finally {
    rest.return?.();
  }
}

/** @returns what follows the opening bracket of the list, in the piece that has it. */
function* readHead(pieces: Iterator<Piece>): Generator<ListPart, Buffer> {
  let read: Buffer = Buffer.alloc(0);
  for (let step = pieces.next(); !step.done; step = pieces.next()) {
    if (step.value instanceof Promise) {
      yield step.value;
      continue;
    }
    read = read.length === 0 ? step.value : Buffer.concat([read, step.value]);
    const at = listStart(read);
    if (at < 0) {
      yield undefined;
      continue;
    }
    yield { head: Buffer.concat([read.subarray(0, at), Buffer.from(']}')]) };
    return read.subarray(at);
  }
  throw new TypeError('JSON of no list');
}

/** Offset of the first item, or of the end of an empty list; -1 where the list has not begun. */
function listStart(bytes: Buffer): number {
  const scan = new Scan();
  for (let at = 0; at < bytes.length; at++) {
    const depth = scan.next(bytes[at]!);
    if (depth !== 2 || bytes[at] !== OPEN_BRACKET || scan.isInText) continue;
    if (LISTED.some((name) => bytes.subarray(Math.max(0, at - name.length), at).equals(name))) return at + 1;
  }
  return -1;
}

function* items(begun: Buffer, rest: Iterator<Piece>): Generator<ListPart> {
  const scan = new Scan();
  /** Of an item that began in earlier pieces. */
  let parts: Buffer[] = [];
  for (let piece: Buffer | undefined = begun; piece;) {
    let from = parts.length > 0 ? 0 : -1;
    let readUntil = STEP_BYTES;
    for (let at = 0; at < piece.length; at++) {
      if (at >= readUntil) {
        readUntil = at + STEP_BYTES;
        yield undefined;
      }
      const byte = piece[at]!;
      const depth = scan.next(byte);
      if (scan.isInText) continue;
      if (depth < 0) return;
      if (depth === 1 && byte === OPEN_BRACE) from = at;
      if (depth !== 0 || byte !== CLOSE_BRACE) continue;
      parts.push(piece.subarray(from, at + 1));
      yield { item: parts.length === 1 ? parts[0]! : Buffer.concat(parts) };
      parts = [];
      from = -1;
    }
    if (from >= 0) parts.push(piece.subarray(from));
    yield undefined;
    piece = yield* nextBytes(rest);
  }
  throw new TypeError('JSON that does not end');
}

/** Undefined: there are no more. */
function* nextBytes(pieces: Iterator<Piece>): Generator<Promise<unknown>, Buffer | undefined> {
  for (let step = pieces.next(); !step.done; step = pieces.next()) {
    if (!(step.value instanceof Promise)) return step.value;
    yield step.value;
  }
  return undefined;
}

/** Where in JSON a byte is. */
class Scan {
  isInText = false;
  private escaped = false;
  private depth = 0;

  /** @returns how many objects and arrays are open after this byte. */
  next(byte: number): number {
    if (this.isInText) {
      if (this.escaped) this.escaped = false;
      else if (byte === BACKSLASH) this.escaped = true;
      else if (byte === QUOTE) this.isInText = false;
      return this.depth;
    }
    if (byte === QUOTE) this.isInText = true;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.depth++;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.depth--;
    return this.depth;
  }
}
