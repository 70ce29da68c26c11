import { ApiError, decodeJson, decodeYaml, type DecodedBody } from '@orch/apimachinery';
import type { RequestContext } from '../../request/request-context.js';

const OPEN_BRACE = 0x7b;

/**
 * Reads the body of an apply: YAML, of which JSON is a part (C-116). Most clients send JSON, which is read as that first.
 * @throws ApiError BadRequest.
 */
export async function readConfigurationBody(context: RequestContext): Promise<DecodedBody> {
  const bytes = await context.readBody();
  if (bytes[0] !== OPEN_BRACE) return decodeYaml(bytes);
  try {
    return decodeJson(bytes);
  } catch (error) {
    // `{a: b}` begins like JSON and is none.
    if (error instanceof ApiError && error.reason === 'BadRequest') return decodeYaml(bytes);
    throw error;
  }
}
