import type { CompiledView, ResourceDefinition } from '@orch/api';
import { ApiError, readConfiguration, type DecodedBody } from '@orch/apimachinery';
import { readAppliedBody, type AppliedBody } from './applied-body.js';

/** Metadata of a view that says which object, and which state of it, is meant. Other metadata is not a view's to apply. */
const MEANT = ['name', 'namespace', 'uid', 'resourceVersion'] as const;

/**
 * What an apply to a sub-resource with a kind of its own applies to the object: so its fields have the same owners whichever
 * way they were written (C-237).
 * @throws ApiError BadRequest as for any apply, also for what the view's schema does not know; UnsupportedMediaType where a view cannot be applied.
 */
export function readAppliedView(
  { definition: spoken, rules }: CompiledView,
  definition: ResourceDefinition,
  body: DecodedBody,
  nameOnUrl: string,
): AppliedBody {
  const sent = readAppliedBody(spoken, body, nameOnUrl);
  if (!rules.configuration) throw ApiError.unsupportedMediaType([]);
  readConfiguration(sent, spoken.schema, `${nameOnUrl}; ${spoken.apiVersion}, Kind=${spoken.gvk.kind}`);
  const metadata = MEANT.filter((field) => sent.metadata[field] !== undefined).map((field) => [
    field,
    sent.metadata[field],
  ]);
  return {
    ...rules.configuration(sent),
    kind: definition.gvk.kind,
    apiVersion: definition.apiVersion,
    metadata: Object.fromEntries(metadata) as Readonly<Record<string, unknown>>,
  };
}
