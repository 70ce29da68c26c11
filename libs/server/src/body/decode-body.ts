import {
  ApiError,
  decodeCbor,
  decodeCborSteps,
  decodeJsonSteps,
  decodeSmallJson,
  decodeSmallYaml,
  looksLikeJson,
  replaceLoneSurrogates,
  type CodecLimits,
  type DecodedBody,
} from '@orch/apimachinery';
import { flowOfRequester, inOneStep, inTurns, type RequestContext } from '@orch/http';

/** A decoded body, and its bytes as equivalent JSON where there are any. */
export interface DecodedBytes {
  readonly body: DecodedBody;
  readonly json: Uint8Array | undefined;
}

/** Decoding and handling a body of this size takes more than a fraction of a millisecond: such bodies are queued. */
const LARGE_BODY_BYTES = 64 * 1_024;

/** The same for CBOR, which may have a value in each byte. */
const LARGE_CBOR_BYTES = 4 * 1_024;

/** The user of the body, and the signal that ends the request. */
type DecodingRequest = Pick<RequestContext, 'user' | 'impersonator' | 'raw' | 'signal'>;

/** Decodes bytes. No step of it blocks the event loop for more than 50 ms. */
export type BodyDecoder = (bytes: Buffer, context: RequestContext) => DecodedBytes | Promise<DecodedBytes>;

/**
 * Reads the body and decodes it, once.
 * @throws ApiError RequestEntityTooLarge, BadRequest; what `decoder` throws.
 */
export async function decodeBody(context: RequestContext, decoder: BodyDecoder): Promise<DecodedBody> {
  const { record } = context;
  record?.bodyRefused(); // until it is decoded
  const bytes = await context.readBody();
  const decoded = decoder(bytes, context);
  const { body, json } = decoded instanceof Promise ? await decoded : decoded;
  // JSON readers take either the first or the last of repeated fields: record the values that were decoded here.
  const recorded = record?.body(body.value, body.duplicateFields.length === 0 ? json : undefined, bytes.length);
  if (recorded) await recorded;
  return body;
}

/** Decodes JSON; large bodies are queued. @throws ApiError TooManyRequests when the queue is full. */
export function decodeJsonBody(
  bytes: Uint8Array,
  request: DecodingRequest,
  limits?: CodecLimits,
): DecodedBytes | Promise<DecodedBytes> {
  // As it is decoded: records of the request have it.
  const json = replaceLoneSurrogates(bytes);
  const small = json.length < LARGE_BODY_BYTES ? decodeSmallJson(json, limits) : undefined;
  if (small) return { body: small, json };
  const work = { flow: flowOfRequester(request), signal: request.signal, isNew: true };
  return inTurns(decodeJsonSteps(json, limits), work).then((body) => ({ body, json }));
}

/** Decodes YAML, of which JSON is a subset. A large YAML body is decoded in a worker thread. */
export async function decodeYamlBody(
  bytes: Uint8Array,
  context: RequestContext,
  limits?: CodecLimits,
): Promise<DecodedBytes> {
  const json = await asJson(bytes, context, limits);
  if (json && json.body.duplicateFields.length === 0) return json;
  // Repeated keys are named with their lines.
  const small = decodeSmallYaml(bytes);
  return small ? { body: small, json: undefined } : (json ?? decodeLargeYaml(bytes, context));
}

/** Decodes CBOR; large bodies are queued. @throws ApiError TooManyRequests when the queue is full. */
export function decodeCborBody(
  bytes: Uint8Array,
  request: DecodingRequest,
  limits?: CodecLimits,
): DecodedBytes | Promise<DecodedBytes> {
  if (bytes.length < LARGE_CBOR_BYTES) return { body: decodeCbor(bytes, limits), json: undefined };
  const work = { flow: flowOfRequester(request), signal: request.signal, isNew: true };
  return inTurns(decodeCborSteps(bytes, limits), work).then((body) => ({ body, json: undefined }));
}

/**
 * Decodes protobuf, in one step; large bodies are queued. @param decode reads the message. @throws ApiError TooManyRequests when the queue is full.
 */
export function decodeProtobufBody(
  bytes: Uint8Array,
  request: DecodingRequest,
  decode: (bytes: Uint8Array) => unknown,
): DecodedBytes | Promise<DecodedBytes> {
  // There is no equivalent JSON.
  const decoded = (): DecodedBytes => ({ body: { value: decode(bytes), duplicateFields: [] }, json: undefined });
  if (bytes.length < LARGE_BODY_BYTES) return decoded();
  return inOneStep(decoded, { flow: flowOfRequester(request), signal: request.signal, isNew: true });
}

/** Most clients that apply send JSON with a YAML media type. Undefined for `{a: b}`, which begins like JSON. */
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
  const { json, ...duplicates } = await context.yamlDecoder.decode(bytes, context.signal, flowOfRequester(context));
  const { body } = await decodeJsonBody(json, context);
  return { body: { value: body.value, ...duplicates }, json };
}
