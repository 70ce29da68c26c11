import { quotedText } from '../field/quoted-text.js';
import { ApiError } from '../status/api-error.js';

/**
 * Parses a `resourceVersion` from a client. Opaque to clients, it is the revision of the store.
 * @returns undefined when absent or empty (most recent), 0 for `0` (any).
 * @throws ApiError BadRequest for anything but decimal digits, or beyond 2^53 - 1 (C-041).
 */
export function parseResourceVersion(text: string | null | undefined): number | undefined {
  if (text === null || text === undefined || text === '') return undefined;
  const revision = text.length <= 16 && isDigits(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(revision)) {
    const shown = quotedText(text.length > 64 ? `${text.slice(0, 64)}...` : text);
    const why = `strconv.ParseUint: parsing ${shown}: ${isDigits(text) ? 'value out of range' : 'invalid syntax'}`;
    throw ApiError.badRequest(`invalid resource version: resourceVersion: Invalid value: ${shown}: ${why}`);
  }
  return revision;
}

const MAX_UINT64 = 0xffff_ffff_ffff_ffffn;

/** Whether `text` is a valid resourceVersion of a stored object: a decimal number of 64 bits other than 0. */
export function isStoredResourceVersion(text: string): boolean {
  if (text === '' || text.length > MAX_DIGITS || !isDigits(text)) return false;
  const number = BigInt(text);
  return number > 0n && number <= MAX_UINT64;
}

/** More digits are malformed, also with leading zeros. */
const MAX_DIGITS = 256;

function isDigits(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text[i]! < '0' || text[i]! > '9') return false;
  return true;
}
