import {
  ApiError,
  decodeJsonSteps,
  decodeSmallJson,
  decodeSmallYaml,
  looksLikeJson,
  type CodecLimits,
  type DecodedBody,
} from '@orch/apimachinery';
import { flowOf, inTurns, type RequestContext } from '@orch/http';

/** A body, and bytes of JSON that say the same, where there are any. */
export interface DecodedBytes {
  readonly body: DecodedBody;
  readonly json: Uint8Array | undefined;
}

/** To decode a body of this size, and to do what is asked, takes a part of a millisecond and more: many at once take turns. */
const LARGE_BODY_BYTES = 64 * 1_024;

/** Whose body it is, and until when it is wanted. */
type DecodingRequest = Pick<RequestContext, 'user' | 'signal'>;

/** What bytes become. No step of it holds the event loop for more than 50 ms. */
export type BodyDecoder = (bytes: Buffer, context: RequestContext) => DecodedBytes | Promise<DecodedBytes>;

/**
 * Reads the body and decodes it, once.
 * @throws ApiError RequestEntityTooLarge, BadRequest; what `decoder` throws.
 */
export async function decodeBody(context: RequestContext, decoder: BodyDecoder): Promise<DecodedBody> {
  const { record } = context;
  record?.bodyRefused(); // until it is decoded
  const decoded = decoder(await context.readBody(), context);
  const { body, json } = decoded instanceof Promise ? await decoded : decoded;
  // Of a repeated field JSON readers take the first or the last: what was taken here is recorded.
  record?.body(body.value, body.duplicateFields.length === 0 ? json : undefined);
  return body;
}

/** JSON; a large one in turns with other requests. @throws ApiError TooManyRequests where too many large ones wait. */
export function decodeJsonBody(
  bytes: Uint8Array,
  request: DecodingRequest,
  limits?: CodecLimits,
): DecodedBytes | Promise<DecodedBytes> {
  const small = bytes.length < LARGE_BODY_BYTES ? decodeSmallJson(bytes, limits) : undefined;
  if (small) return { body: small, json: bytes };
  const work = { flow: flowOf(request.user), signal: request.signal, isNew: true };
  return inTurns(decodeJsonSteps(bytes, limits), work).then((body) => ({ body, json: bytes }));
}

/** YAML, or JSON, which is a part of it: a large YAML body goes to a thread of its own. */
export async function decodeYamlBody(
  bytes: Uint8Array,
  context: RequestContext,
  limits?: CodecLimits,
): Promise<DecodedBytes> {
  const json = await asJson(bytes, context, limits);
  if (json) return json;
  const small = decodeSmallYaml(bytes);
  return small ? { body: small, json: undefined } : decodeLargeYaml(bytes, context);
}

/** Of a form that has no JSON of its own. */
export const valueBody = (value: unknown): DecodedBytes => ({ body: { value, duplicateFields: [] }, json: undefined });

/** Most clients that apply send JSON under a type of YAML. Undefined for `{a: b}`, which begins like JSON. */
async function asJson(
  bytes: Uint8Array,
  context: DecodingRequest,
  limits: CodecLimits | undefined,
): Promise<DecodedBytes | undefined> {
  if (!looksLikeJson(bytes)) return undefined;
  try {
    return await decodeJsonBody(bytes, context, limits);
  } catch (error) {
    if (error instanceof ApiError && error.reason === 'BadRequest') return undefined;
    throw error;
  }
}

async function decodeLargeYaml(bytes: Uint8Array, context: RequestContext): Promise<DecodedBytes> {
  const { json, duplicateFields } = await context.yamlDecoder.decode(bytes, context.signal, flowOf(context.user));
  const { body } = await decodeJsonBody(json, context);
  return { body: { value: body.value, duplicateFields }, json };
}
