import type { ResourceDefinition } from '@orch/api';
import { ApiError, type DecodedBody } from '@orch/apimachinery';

/** An applied configuration as sent, validated as far as possible without its schema. */
export type AppliedBody = Readonly<Record<string, unknown>> & { readonly metadata: Readonly<Record<string, unknown>> };

/**
 * Validates an applied configuration: kind and version are required, and the name, if any, must be that of the URL (C-115).
 * managedFields cannot be applied (A-136, C-108).
 * @throws ApiError BadRequest.
 */
export function readAppliedBody(definition: ResourceDefinition, body: DecodedBody, nameOnUrl: string): AppliedBody {
  const { kind } = definition.gvk;
  const sent = body.value;
  if (!isRecord(sent)) throw ApiError.badRequest(`the body of an apply must be an object of kind ${kind}`);
  if (!sent['kind'])
    throw ApiError.badRequest(`Object 'Kind' is missing in the applied configuration: it must be ${kind}`);
  if (sent['kind'] !== kind) {
    throw ApiError.badRequest(
      `the applied configuration is of kind ${JSON.stringify(sent['kind'])}, expected: ${kind}`,
    );
  }
  if (sent['apiVersion'] !== definition.apiVersion) {
    const version = typeof sent['apiVersion'] === 'string' ? sent['apiVersion'] : '';
    throw ApiError.badRequest(
      `Incorrect version specified in apply patch. Specified patch version: ${version}, expected: ${definition.apiVersion}`,
    );
  }
  const metadata = sent['metadata'] ?? {};
  if (!isRecord(metadata)) throw ApiError.badRequest('metadata of the applied configuration must be an object');
  if (metadata['managedFields'] !== undefined && metadata['managedFields'] !== null) {
    throw ApiError.badRequest('metadata.managedFields must be nil');
  }
  const name = metadata['name'];
  if (name !== undefined && name !== nameOnUrl) {
    throw ApiError.badRequest(
      `the name of the object (${JSON.stringify(name)}) does not match the name on the URL (${nameOnUrl})`,
    );
  }
  return { ...sent, metadata: name === undefined ? { ...metadata, name: nameOnUrl } : metadata };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
