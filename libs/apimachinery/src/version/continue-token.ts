import { ApiError } from '../status/api-error.js';

/** Position at which a chunked list continues. */
export interface ContinuePosition {
  /**
   * Revision of the snapshot to read. Undefined in the token of a 410: continue at `key` in the newest data (C-053, C-054).
   * When encoding, -1 means the same as undefined.
   */
  readonly revision?: number | undefined;
  /** The key after which the next chunk begins, as encoded by the lister; never empty. */
  readonly key: string;
  /** Issue time by the server's clock, for expiry. Unit: milliseconds since 1970. Undefined: unknown. */
  readonly issuedMs?: number | undefined;
}

/** Layout version of the token; tokens of an unknown layout are refused. */
const LAYOUT = 2;
/** Layout of earlier releases, without issue time: servers of two releases may share a store. */
const LAYOUT_WITHOUT_TIME = 1;

/** Longer tokens are refused without parsing. Unit: characters. */
const MAX_TOKEN_LENGTH = 8_192;

/**
 * Encodes `metadata.continue`: URL-safe, opaque to clients.
 * @param position.resource the collection; pass the same to `decodeContinueToken` (C-059).
 */
export function encodeContinueToken(position: ContinuePosition & { readonly resource: string }): string {
  const revision = position.revision === undefined ? -1 : position.revision;
  const fields = [revision, position.key, position.resource];
  const { issuedMs } = position;
  const token = issuedMs === undefined ? [LAYOUT_WITHOUT_TIME, ...fields] : [LAYOUT, ...fields, issuedMs];
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

/**
 * Decodes a token. It is client input and not signed: the caller must check that `key` is in the range of the list.
 * @throws ApiError BadRequest `continue key is not valid: ...` when it is malformed or of another collection (C-055, C-059).
 */
export function decodeContinueToken(text: string, resource: string): ContinuePosition {
  const fields = text.length <= MAX_TOKEN_LENGTH ? readFields(text) : undefined;
  if (!fields || fields.length < 4 || fields.length > 5) throw invalid('it is not a token of this server');
  const [layout, revision, key, madeFor, issuedMs] = fields;
  if (layout !== (fields.length === 5 ? LAYOUT : LAYOUT_WITHOUT_TIME))
    throw invalid('it was made by another version of the server; list again without it');
  if (fields.length === 5 && !Number.isSafeInteger(issuedMs)) throw invalid('its time is not valid');
  if (typeof revision !== 'number' || !Number.isSafeInteger(revision) || revision < -1)
    throw invalid('its revision is not valid');
  if (typeof key !== 'string' || key === '') throw invalid('its key is missing');
  if (madeFor !== resource) throw invalid('it belongs to another collection');
  return {
    revision: revision === -1 ? undefined : revision,
    key,
    ...(issuedMs !== undefined && { issuedMs: issuedMs as number }),
  };
}

function readFields(text: string): unknown[] | undefined {
  const bytes = Buffer.from(text, 'base64url');
  // Buffer skips invalid characters: only canonical base64url is a token.
  if (bytes.toString('base64url') !== text) return undefined;
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return Array.isArray(value) ? value : undefined;
  } catch (err) {
    if (err instanceof SyntaxError) return undefined; // malformed client input, not a bug
    throw err;
  }
}

const invalid = (why: string): ApiError =>
  ApiError.badRequest(`invalid continue token: continue key is not valid: ${why}`);
