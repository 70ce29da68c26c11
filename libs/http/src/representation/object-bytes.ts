import type { ApiObject } from '@orch/apimachinery';

/** A part of an object's JSON bytes: from its first byte to the one after its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The range of `metadata`, and of its long, rarely needed part. */
export interface MetadataSpan extends Span {
  /** `managedFields` with the preceding comma. */
  readonly managedFields: Span | undefined;
}

const METADATA = Buffer.from(',"metadata":{');
const MANAGED_FIELDS = Buffer.from(',"managedFields":[');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/**
 * HOT PATH (bench: list): scans brackets and quotes of metadata once, without parsing. Objects are stored and served
 * with kind, apiVersion and metadata first, and quotes inside strings are escaped, so the first match is the member.
 * @throws TypeError for other bytes.
 */
export function metadataSpan(bytes: Buffer): MetadataSpan {
  const found = bytes.indexOf(METADATA);
  if (found < 0) throw new TypeError('an object without metadata');
  const start = found + METADATA.length - 1;
  let managedStart = -1;
  let managedFields: Span | undefined;
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
        depth++;
        break;
      case CLOSE_BRACE:
        if (--depth === 0) return { start, end: at + 1, managedFields };
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

/** The closing quote of the string that begins at `start`. */
function stringEnd(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (bytes[at] !== QUOTE && at < bytes.length) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** Whether `text` ends at `last`. */
function endsWith(bytes: Buffer, last: number, text: Buffer): boolean {
  const start = last + 1 - text.length;
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text[i]) return false;
  return true;
}

/** The object without its managed fields, which are often as long as the rest and not needed for a table row. */
export function parseWithoutManagedFields(bytes: Buffer, { managedFields: cut }: MetadataSpan): ApiObject {
  const text = cut ? utf8(bytes, 0, cut.start) + utf8(bytes, cut.end) : utf8(bytes);
  return JSON.parse(text) as ApiObject;
}

const utf8 = (bytes: Buffer, start?: number, end?: number): string => bytes.toString('utf8', start, end);
