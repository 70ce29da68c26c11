import type { ResourceDefinition } from '@orch/api';
import { ApiError, type DecodedBody, type WorkLimit } from '@orch/apimachinery';
import { APPLY_CBOR_PATCH_TYPE, APPLY_PATCH_TYPE, mediaTypeOf, type RequestContext } from '@orch/http';
import { decodeBody, decodeCborBody, decodeYamlBody } from './decode-body.js';

/** The media type of the body of an apply; undefined for another patch. */
export function configurationTypeOf(context: RequestContext, { vocabulary }: ResourceDefinition): string | undefined {
  const type = mediaTypeOf(context.headers['content-type']);
  if (type === APPLY_PATCH_TYPE) return type;
  return vocabulary.mediaTypes.offersCbor && type === APPLY_CBOR_PATCH_TYPE ? type : undefined;
}

/**
 * Reads the body of an apply: YAML, of which JSON is a subset (C-116), or CBOR.
 * @param type as `configurationTypeOf` returned it.
 * @param work limit of a small write. Default: none.
 * @throws ApiError BadRequest; WorkLimitError.
 */
export async function readConfigurationBody(
  context: RequestContext,
  type: string,
  work?: WorkLimit,
): Promise<DecodedBody> {
  const body = await decodeConfiguration(context, type);
  work?.refuseMany(body.value);
  return body;
}

async function decodeConfiguration(context: RequestContext, type: string): Promise<DecodedBody> {
  if (type === APPLY_PATCH_TYPE) return decodeBody(context, decodeYamlBody);
  try {
    return await decodeBody(context, decodeCborBody);
  } catch (error) {
    throw unreadConfiguration(error);
  }
}

/** The error of an apply whose CBOR cannot be decoded, in the words of kube-apiserver. Other errors are returned unchanged. */
export const unreadConfiguration = (error: unknown): unknown =>
  error instanceof ApiError && error.reason === 'BadRequest'
    ? ApiError.badRequest(`error decoding YAML: ${error.message}`)
    : error;
