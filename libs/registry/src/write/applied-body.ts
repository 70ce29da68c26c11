import type { ResourceDefinition } from '@orch/api';
import { ApiError, jsonTypeOf, type DecodedBody } from '@orch/apimachinery';

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
  if (!isRecord(sent))
    throw ApiError.badRequest(
      `${UNREAD}: json: cannot unmarshal ${jsonTypeOf(sent)} into Go value of type map[string]interface {}`,
    );
  if (sent['kind'] !== kind || sent['apiVersion'] !== definition.apiVersion) {
    throw ApiError.badRequest(`invalid object type: ${typeText(sent)}`);
  }
  const metadata = sent['metadata'] ?? {};
  if (!isRecord(metadata)) throw ApiError.badRequest('metadata of the applied configuration must be an object');
  if (metadata['managedFields'] !== undefined && metadata['managedFields'] !== null) {
    throw ApiError.badRequest('metadata.managedFields must be nil');
  }
  const name = metadata['name'];
  if (name !== undefined && name !== nameOnUrl) {
    throw ApiError.badRequest(
      `the name of the object (${textOf(name)}) does not match the name on the URL (${nameOnUrl})`,
    );
  }
  return { ...sent, metadata: name === undefined ? { ...metadata, name: nameOnUrl } : metadata };
}

const UNREAD = 'error decoding YAML: error unmarshaling JSON: while decoding JSON';

/** `apps/v1, Kind=Deployment`. */
function typeText({ kind, apiVersion }: Readonly<Record<string, unknown>>): string {
  const version = typeof apiVersion === 'string' ? apiVersion : '';
  const prefix = version.includes('/') ? '' : '/';
  return `${prefix}${version.slice(0, MAX_SHOWN)}, Kind=${typeof kind === 'string' ? kind.slice(0, MAX_SHOWN) : ''}`;
}

/** Unit: characters. */
const MAX_SHOWN = 253;

/** The configuration in errors: its namespace as sent, `/x; apps/v1, Kind=Deployment`. */
export function subjectOf({ gvk }: ResourceDefinition, { metadata }: AppliedBody): string {
  const { namespace = '', name } = metadata as { readonly namespace?: unknown; readonly name?: unknown };
  return `${textOf(namespace)}/${textOf(name)}; ${gvk.group}/${gvk.version}, Kind=${gvk.kind}`;
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
