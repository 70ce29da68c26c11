const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

const METADATA = Buffer.from('"metadata"');
const ITEMS = Buffer.from('"items"');
/** Of a Table. */
const ROWS = Buffer.from('"rows"');
/** Of a row. */
const OBJECT = Buffer.from('"object"');
const MANAGED_FIELDS = Buffer.from('"managedFields"');

/** Byte range; the end is exclusive. */
type Span = readonly [start: number, end: number];

/**
 * JSON of an object, a list of objects or a Table, without `metadata.managedFields`. Scans each byte once, without decoding.
 * @param json is valid; white space is allowed anywhere.
 */
export function withoutManagedFields(json: Buffer): Buffer {
  const cuts: Span[] = [];
  readObject(json, skipSpace(json, 0), cuts);
  if (cuts.length === 0) return json;
  const parts: Buffer[] = [];
  let from = 0;
  for (const [start, end] of cuts) {
    parts.push(json.subarray(from, start));
    from = end;
  }
  parts.push(json.subarray(from));
  return Buffer.concat(parts);
}

/** Reads an object, or a list of objects, at `at`; skips any other value. Returns the end of the value. */
function readObject(json: Buffer, at: number, cuts: Span[]): number {
  if (json[at] !== OPEN_BRACE) return valueEnd(json, at);
  return readMembers(json, at, ({ name, value }) => {
    if (isNamed(json, name, METADATA) && json[value] === OPEN_BRACE) return readMetadata(json, value, cuts);
    if (isNamed(json, name, ITEMS) && json[value] === OPEN_BRACKET) return readItems(json, value, cuts, readObject);
    if (isNamed(json, name, ROWS) && json[value] === OPEN_BRACKET) return readItems(json, value, cuts, readRow);
    return valueEnd(json, value);
  });
}

function readRow(json: Buffer, at: number, cuts: Span[]): number {
  if (json[at] !== OPEN_BRACE) return valueEnd(json, at);
  return readMembers(json, at, ({ name, value }) =>
    isNamed(json, name, OBJECT) ? readObject(json, value, cuts) : valueEnd(json, value),
  );
}

/** @param read reads one item. Returns its end. */
function readItems(json: Buffer, at: number, cuts: Span[], read: typeof readObject): number {
  at = skipSpace(json, at + 1);
  while (at < json.length && json[at] !== CLOSE_BRACKET) {
    at = skipSpace(json, read(json, at, cuts));
    if (json[at] === COMMA) at = skipSpace(json, at + 1);
  }
  return at + 1;
}

function readMetadata(json: Buffer, at: number, cuts: Span[]): number {
  return readMembers(json, at, ({ name, value, before }) => {
    const end = valueEnd(json, value);
    if (!isNamed(json, name, MANAGED_FIELDS)) return end;
    const comma = skipSpace(json, end);
    // One of the adjacent commas is removed with it.
    cuts.push(json[comma] === COMMA ? [name[0], skipSpace(json, comma + 1)] : [before, end]);
    return end;
  });
}

interface Member {
  /** With its quotes. */
  readonly name: Span;
  /** Start of the value. */
  readonly value: number;
  /** End of the previous member; for the first member, the position after the brace. */
  readonly before: number;
}

/** @param read returns the end of the member's value. Returns the end of the object. */
function readMembers(json: Buffer, at: number, read: (member: Member) => number): number {
  let before = at + 1;
  at = skipSpace(json, before);
  while (json[at] === QUOTE) {
    const name: Span = [at, stringEnd(json, at)];
    const colon = skipSpace(json, name[1]);
    before = read({ name, value: skipSpace(json, colon + 1), before });
    at = skipSpace(json, before);
    if (json[at] === COMMA) at = skipSpace(json, at + 1);
  }
  return at + 1;
}

function valueEnd(json: Buffer, at: number): number {
  const first = json[at];
  if (first === QUOTE) return stringEnd(json, at);
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return scalarEnd(json, at);
  for (let depth = 0; at < json.length; at++) {
    switch (json[at]) {
      case QUOTE:
        at = stringEnd(json, at) - 1;
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth++;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        if (--depth === 0) return at + 1;
    }
  }
  return at;
}

function scalarEnd(json: Buffer, at: number): number {
  for (; at < json.length; at++) {
    const byte = json[at]!;
    if (byte <= 0x20 || byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET) break;
  }
  return at;
}

/** Position after the closing quote of the string at `at`. */
function stringEnd(json: Buffer, at: number): number {
  for (at++; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) at++;
  }
  return at;
}

function skipSpace(json: Buffer, at: number): number {
  while (json[at]! <= 0x20) at++;
  return at;
}

const isNamed = (json: Buffer, [start, end]: Span, name: Buffer): boolean =>
  json.compare(name, 0, name.length, start, end) === 0;
