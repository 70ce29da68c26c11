import { ApiError, decodeJson, decodeYaml, type DecodedBody } from '@orch/apimachinery';
import type { RequestContext } from '../../request/request-context.js';
import { JSON_TYPE, YAML_TYPE, mediaTypeOf } from './media-type.js';

const ACCEPTED = [JSON_TYPE, YAML_TYPE];

/** Reads and decodes the object in the body. @throws ApiError UnsupportedMediaType, BadRequest, RequestEntityTooLarge (C-084..C-087). */
export async function readObject(context: RequestContext): Promise<DecodedBody> {
  const type = mediaTypeOf(context.headers['content-type']) ?? JSON_TYPE;
  if (type === JSON_TYPE) return decodeJson(await context.readBody());
  if (type === YAML_TYPE) return decodeYaml(await context.readBody());
  throw ApiError.unsupportedMediaType(ACCEPTED);
}
