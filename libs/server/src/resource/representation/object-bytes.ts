import type { ApiObject, ObjectMeta } from '@orch/apimachinery';

/** A part of an object's JSON bytes: from its first byte to behind its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where the value of `metadata` stands, and in it what is long and seldom read. */
export interface MetadataSpan extends Span {
  /** `managedFields` with the comma before it. */
  readonly managedFields: Span | undefined;
  /** The value of each `fieldsV1` in them. */
  readonly fieldsV1: readonly Span[];
}

const METADATA = Buffer.from(',"metadata":{');
const MANAGED_FIELDS = Buffer.from(',"managedFields":[');
const FIELDS_V1 = Buffer.from('"fieldsV1":{');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
/** Brackets around the brace of a `fieldsV1`: those of metadata, of the list and of its entry. */
const FIELDS_DEPTH = 3;

/**
 * HOT PATH (bench: list): looks at brackets and quotes of metadata once, and parses nothing. Objects are stored and shown
 * with kind, apiVersion and metadata first, and inside a string every quote is escaped, so the first match is the member.
 * @throws TypeError for bytes that are no such object.
 */
export function metadataSpan(bytes: Buffer): MetadataSpan {
  const found = bytes.indexOf(METADATA);
  if (found < 0) throw new TypeError('an object without metadata');
  const start = found + METADATA.length - 1;
  const fieldsV1: Span[] = [];
  let managedStart = -1;
  let managedFields: Span | undefined;
  let fieldsStart = -1;
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        at = stringEnd(bytes, at);
        break;
      case OPEN_BRACKET:
        if (depth === 1 && endsWith(bytes, at, MANAGED_FIELDS)) managedStart = at + 1 - MANAGED_FIELDS.length;
        depth++;
        break;
      case OPEN_BRACE:
        if (depth === FIELDS_DEPTH && managedStart >= 0 && endsWith(bytes, at, FIELDS_V1)) fieldsStart = at;
        depth++;
        break;
      case CLOSE_BRACE:
        if (--depth === 0) return { start, end: at + 1, managedFields, fieldsV1 };
        if (depth === FIELDS_DEPTH && fieldsStart >= 0) {
          fieldsV1.push({ start: fieldsStart, end: at + 1 });
          fieldsStart = -1;
        }
        break;
      case CLOSE_BRACKET:
        if (--depth === 1 && managedStart >= 0) {
          managedFields = { start: managedStart, end: at + 1 };
          managedStart = -1;
        }
    }
  }
  throw new TypeError('JSON that does not end');
}

/** The quote that ends the string that begins at `start`. */
function stringEnd(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (bytes[at] !== QUOTE && at < bytes.length) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** Whether `text` stands where its last byte is at `last`. */
function endsWith(bytes: Buffer, last: number, text: Buffer): boolean {
  const start = last + 1 - text.length;
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text[i]) return false;
  return true;
}

/** The object but for its managed fields, which are often as long as the rest and of no use to who shows a line about it. */
export function parseWithoutManagedFields(bytes: Buffer, { managedFields: cut }: MetadataSpan): ApiObject {
  const text = cut ? utf8(bytes, 0, cut.start) + utf8(bytes, cut.end) : utf8(bytes);
  return JSON.parse(text) as ApiObject;
}

/** The object with each `fieldsV1` of its managed fields as the bytes of its JSON: for writers to whom it is only a text. */
export function parseWithRawFields(bytes: Buffer): ApiObject {
  const { fieldsV1 } = metadataSpan(bytes);
  const object = JSON.parse(withNumbers(bytes, { start: 0, end: bytes.length }, fieldsV1)) as ApiObject;
  putBack(object.metadata, bytes, fieldsV1);
  return object;
}

/** The same of metadata alone. */
export function parseMetadataWithRawFields(bytes: Buffer): ObjectMeta {
  const span = metadataSpan(bytes);
  const metadata = JSON.parse(withNumbers(bytes, span, span.fieldsV1)) as ObjectMeta;
  putBack(metadata, bytes, span.fieldsV1);
  return metadata;
}

/** The text of a part, with a number of its own in place of each of `spans`, by which it is found again. */
function withNumbers(bytes: Buffer, { start, end }: Span, spans: readonly Span[]): string {
  let text = '';
  let from = start;
  for (let i = 0; i < spans.length; i++) {
    const span = spans[i]!;
    text += `${utf8(bytes, from, span.start)}${i}`;
    from = span.end;
  }
  return text + utf8(bytes, from, end);
}

function putBack(metadata: ObjectMeta, bytes: Buffer, spans: readonly Span[]): void {
  for (const entry of (metadata.managedFields ?? []) as { fieldsV1?: unknown }[]) {
    const span = typeof entry.fieldsV1 === 'number' ? spans[entry.fieldsV1] : undefined;
    if (span) entry.fieldsV1 = bytes.subarray(span.start, span.end);
  }
}

const utf8 = (bytes: Buffer, start?: number, end?: number): string => bytes.toString('utf8', start, end);
