import { ApiError, decodeJsonSteps } from '@orch/apimachinery';

/** JSON of fewer bytes is parsed at once: some milliseconds. */
export const AT_ONCE_BYTES = 256 * 1_024;

/** Servers bound what they send; depth and fields of their answers are not limited again. */
const NO_LIMITS = { maxDepth: Number.POSITIVE_INFINITY, maxFields: Number.POSITIVE_INFINITY };

/** Parses JSON, in steps when it is long. The last of several members of a name counts. @throws SyntaxError */
export function* parseJson(json: Buffer): Generator<undefined, unknown> {
  if (json.length <= AT_ONCE_BYTES) return JSON.parse(json.toString('utf8'));
  try {
    return (yield* decodeJsonSteps(json, NO_LIMITS)).value;
  } catch (err) {
    if (!(err instanceof ApiError)) throw err;
    throw new SyntaxError(err.message, { cause: err });
  }
}
