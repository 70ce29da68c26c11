import type { DecodedBody } from '@orch/apimachinery';
import type { RequestContext } from '@orch/http';
import { decodeBody, decodeYamlBody } from './decode-body.js';

/**
 * Reads the body of an apply: YAML, of which JSON is a subset (C-116).
 * @throws ApiError BadRequest.
 */
export const readConfigurationBody = (context: RequestContext): Promise<DecodedBody> =>
  decodeBody(context, decodeYamlBody);
