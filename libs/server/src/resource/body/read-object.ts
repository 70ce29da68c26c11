import { protobufCodec, type ResourceDefinition } from '@orch/api';
import { ApiError, decodeJson, decodeYaml, type DecodedBody } from '@orch/apimachinery';
import type { RequestContext } from '../../request/request-context.js';
import { JSON_TYPE, PROTOBUF_TYPES, YAML_TYPE, mediaTypeOf } from './media-type.js';

/**
 * Reads and decodes the object in the body; protobuf by the kind that is expected.
 * @throws ApiError UnsupportedMediaType, BadRequest, RequestEntityTooLarge (C-084..C-087).
 */
export async function readObject(context: RequestContext, definition: ResourceDefinition): Promise<DecodedBody> {
  const type = mediaTypeOf(context.headers['content-type']) ?? JSON_TYPE;
  if (type === JSON_TYPE) return decodeJson(await context.readBody());
  if (type === YAML_TYPE) return decodeYaml(await context.readBody());
  const codec = protobufCodec(definition);
  if (codec && PROTOBUF_TYPES.has(type)) return { value: codec.decode(await context.readBody()), duplicateFields: [] };
  const accepted = [JSON_TYPE, YAML_TYPE];
  if (codec) accepted.push(definition.vocabulary.mediaTypes.protobuf);
  throw ApiError.unsupportedMediaType(accepted);
}
