import type { CompiledView, ResourceDefinition } from '@orch/api';
import { ApiError, readConfiguration, type DecodedBody } from '@orch/apimachinery';
import { readAppliedBody, subjectOf, type AppliedBody } from './applied-body.js';

/** Metadata of a view that identifies the object and its version. Other metadata cannot be applied through a view. */
const IDENTITY = ['name', 'namespace', 'uid', 'resourceVersion'] as const;

/**
 * Converts an apply to a sub-resource kind into an apply to the object, so that fields have the same owners whichever way they were
 * written (C-237).
 * @throws ApiError BadRequest as for any apply, also for fields unknown to the view's schema; UnsupportedMediaType if the view does not support apply.
 */
export function readAppliedView(
  { definition: viewDefinition, rules }: CompiledView,
  definition: ResourceDefinition,
  body: DecodedBody,
  nameOnUrl: string,
): AppliedBody {
  const sent = readAppliedBody(viewDefinition, body, nameOnUrl);
  if (!rules.configuration) throw ApiError.unsupportedMediaType([]);
  readConfiguration(sent, viewDefinition.schema, subjectOf(viewDefinition, sent));
  const metadata = IDENTITY.filter((field) => sent.metadata[field] !== undefined).map((field) => [
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
