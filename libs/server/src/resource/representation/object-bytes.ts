import type { ApiObject, ObjectMeta } from '@orch/apimachinery';

/** A part of an object's JSON bytes: from its first byte to behind its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
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

/**
 * Where the value of `metadata` stands. Objects are stored and shown with kind, apiVersion and metadata first, and inside a
 * string every quote is escaped, so the first match is the member.
 * @throws TypeError for bytes that are no such object.
 */
export function metadataSpan(bytes: Buffer): Span {
  const at = bytes.indexOf(METADATA);
  if (at < 0) throw new TypeError('an object without metadata');
  const start = at + METADATA.length - 1;
  return { start, end: valueEnd(bytes, start) };
}

/** HOT PATH (bench: list): behind the object or list that begins at `start`. Looks at brackets and quotes only. */
function valueEnd(bytes: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        at = stringEnd(bytes, at);
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
  throw new TypeError('JSON that does not end');
}

/** The quote that ends the string that begins at `start`. */
function stringEnd(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (bytes[at] !== QUOTE && at < bytes.length) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** `managedFields` with the comma before it; undefined where there are none. They stand behind texts and plain lists only. */
function managedFieldsSpan(bytes: Buffer, metadata: Span): Span | undefined {
  const start = indexWithin(bytes, MANAGED_FIELDS, metadata);
  if (start === undefined) return undefined;
  return { start, end: valueEnd(bytes, start + MANAGED_FIELDS.length - 1) };
}

/** The object but for its managed fields, which are often as long as the rest and of no use to who shows a line about it. */
export function parseWithoutManagedFields(bytes: Buffer, metadata: Span): ApiObject {
  const cut = managedFieldsSpan(bytes, metadata);
  const text = cut ? utf8(bytes, 0, cut.start) + utf8(bytes, cut.end) : utf8(bytes);
  return JSON.parse(text) as ApiObject;
}

/** The object with each `fieldsV1` of its managed fields as the bytes of its JSON: for writers to whom it is only a text. */
export function parseWithRawFields(bytes: Buffer): ApiObject {
  const metadata = metadataSpan(bytes);
  const { text, raw } = withoutFieldsV1(bytes, { start: 0, end: bytes.length }, metadata);
  const object = JSON.parse(text) as ApiObject;
  putBack(object.metadata, raw);
  return object;
}

/** The same of metadata alone. */
export function parseMetadataWithRawFields(bytes: Buffer): ObjectMeta {
  const span = metadataSpan(bytes);
  const { text, raw } = withoutFieldsV1(bytes, span, span);
  const metadata = JSON.parse(text) as ObjectMeta;
  putBack(metadata, raw);
  return metadata;
}

/** The text of `span` with a number of its own in place of each `fieldsV1`, by which it is found again. */
function withoutFieldsV1(bytes: Buffer, { start: first, end: last }: Span, metadata: Span) {
  const raw: Buffer[] = [];
  const span = managedFieldsSpan(bytes, metadata);
  let text = '';
  let from = first;
  while (span) {
    const at = indexWithin(bytes, FIELDS_V1, { start: Math.max(from, span.start), end: span.end });
    if (at === undefined) break;
    const start = at + FIELDS_V1.length - 1;
    const end = valueEnd(bytes, start);
    text += `${utf8(bytes, from, start)}${raw.length}`;
    raw.push(bytes.subarray(start, end));
    from = end;
  }
  return { text: text + utf8(bytes, from, last), raw };
}

function putBack(metadata: ObjectMeta, raw: readonly Buffer[]): void {
  for (const entry of (metadata.managedFields ?? []) as { fieldsV1?: unknown }[]) {
    if (typeof entry.fieldsV1 === 'number') entry.fieldsV1 = raw[entry.fieldsV1];
  }
}

function indexWithin(bytes: Buffer, wanted: Buffer, { start, end }: Span): number | undefined {
  const at = bytes.subarray(start, end).indexOf(wanted);
  return at < 0 ? undefined : start + at;
}

const utf8 = (bytes: Buffer, start?: number, end?: number): string => bytes.toString('utf8', start, end);
