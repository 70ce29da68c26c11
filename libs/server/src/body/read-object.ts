import { protobufCodec, type ResourceDefinition } from '@orch/api';
import { ApiError, type CodecLimits, type DecodedBody, type WorkLimit } from '@orch/apimachinery';
import { type RequestContext, CBOR_TYPE, JSON_TYPE, PROTOBUF_TYPES, YAML_TYPE, mediaTypeOf } from '@orch/http';
import {
  decodeBody,
  decodeCborBody,
  decodeJsonBody,
  decodeProtobufBody,
  decodeYamlBody,
  type BodyDecoder,
} from './decode-body.js';
import { isObjectBody, notObjectBody, unreadObject } from './unread-object.js';

/**
 * Reads and decodes the object in the body. Protobuf is decoded by the expected kind.
 * @param limits of JSON and protobuf. Default: the limits of all bodies.
 * @param work limit of a small write. JSON is not counted: its bytes show its members before it is decoded. Default: none.
 * @throws ApiError UnsupportedMediaType, BadRequest, RequestEntityTooLarge (C-084..C-087); WorkLimitError.
 */
export async function readObject(
  context: RequestContext,
  definition: ResourceDefinition,
  limits?: CodecLimits,
  work?: WorkLimit,
): Promise<DecodedBody> {
  const type = objectTypeOf(context, definition);
  let body: DecodedBody;
  try {
    body = await decodeBody(context, decoderOf(type, context, definition, limits));
  } catch (error) {
    throw unreadObject(error, type, definition, await context.readBody());
  }
  if (!isObjectBody(body)) throw notObjectBody(body, type, definition, await context.readBody());
  if (type !== JSON_TYPE) work?.refuseMany(body.value);
  return body;
}

function decoderOf(
  type: string,
  context: RequestContext,
  definition: ResourceDefinition,
  limits: CodecLimits | undefined,
): BodyDecoder {
  if (type === JSON_TYPE) return (bytes) => decodeJsonBody(bytes, context, limits);
  if (type === YAML_TYPE) return (bytes) => decodeYamlBody(bytes, context, limits);
  if (type === CBOR_TYPE) return (bytes) => decodeCborBody(bytes, context, limits);
  return (bytes) => decodeProtobufBody(bytes, context, (body) => protobufCodec(definition)!.decode(body, limits));
}

/** The media type of the object in the body. @throws ApiError UnsupportedMediaType. */
export function objectTypeOf(context: RequestContext, definition: ResourceDefinition): string {
  const type = mediaTypeOf(context.headers['content-type']) ?? JSON_TYPE;
  if (type === JSON_TYPE || type === YAML_TYPE) return type;
  const { protobuf, offersCbor } = definition.vocabulary.mediaTypes;
  if (offersCbor && type === CBOR_TYPE) return type;
  const hasProtobuf = protobufCodec(definition) !== undefined;
  if (hasProtobuf && PROTOBUF_TYPES.has(type)) return type;
  const accepted = [JSON_TYPE, YAML_TYPE];
  if (hasProtobuf) accepted.push(protobuf);
  if (offersCbor) accepted.push(CBOR_TYPE);
  throw ApiError.unsupportedMediaType(accepted);
}
