import { ApiError } from '../status/api-error.js';

/** Where a chunked list goes on. */
export interface ContinuePosition {
  /**
   * The snapshot to go on reading. Undefined in the token that comes with a 410: go on at `key` in the newest data (C-053, C-054).
   * When encoding, -1 means the same as undefined.
   */
  readonly revision?: number | undefined;
  /** The key after which the next chunk begins, as the lister encoded it; never empty. */
  readonly key: string;
  /** When the token was made, by the server's clock: it expires. Unit: milliseconds since 1970. Undefined: unknown. */
  readonly issuedMs?: number | undefined;
}

/** The layout of the token; tokens of another layout are refused, so a changed server never misreads an old one. */
const LAYOUT = 2;
/** That of earlier releases, which do not say when they were made: servers of two releases may share a store. */
const LAYOUT_WITHOUT_TIME = 1;

/** Longer tokens are refused unread. Unit: characters. */
const MAX_TOKEN_LENGTH = 8_192;

/**
 * Makes the text of `metadata.continue`: URL-safe, opaque to clients.
 * @param position.resource names the collection it is for; give the same to `decodeContinueToken` (C-059).
 */
export function encodeContinueToken(position: ContinuePosition & { readonly resource: string }): string {
  const revision = position.revision === undefined ? -1 : position.revision;
  const fields = [revision, position.key, position.resource];
  const { issuedMs } = position;
  const token = issuedMs === undefined ? [LAYOUT_WITHOUT_TIME, ...fields] : [LAYOUT, ...fields, issuedMs];
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

/**
 * Reads a token back. It came from the client and is not signed: the caller keeps `key` inside the range it may list.
 * @throws ApiError BadRequest `continue key is not valid: ...` when it is malformed or was made for another collection (C-055, C-059).
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
  // Buffer skips what is not base64: only a text that it would write itself is a token.
  if (bytes.toString('base64url') !== text) return undefined;
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return Array.isArray(value) ? value : undefined;
  } catch (err) {
    if (err instanceof SyntaxError) return undefined; // garbage from a client is an expected answer, not a failure
    throw err;
  }
}

const invalid = (why: string): ApiError => ApiError.badRequest(`continue key is not valid: ${why}`);
