import type { Connection } from '@orch/api';
import type { AdmissionAttributes, ResourceStore } from '@orch/registry';
import { annotateRequest, excludeTime, type RequestContext } from '@orch/http';
import { connectionOptions } from './connection-options.js';

/**
 * Passes a connection through admission, before anything is looked up. Synchronous as long as no plugin returns a promise.
 * @throws ApiError when admission refuses it.
 */
export function admitConnection(
  { definition, writer }: ResourceStore,
  { kind }: Connection,
  context: RequestContext,
): void | Promise<void> {
  const { info, user } = context;
  const { admission } = writer.parts;
  const attributes: AdmissionAttributes = {
    operation: 'CONNECT',
    definition,
    subresource: info.subresource,
    namespace: info.namespace,
    name: info.name,
    object: connectionOptions(kind, context),
    oldObject: undefined,
    user,
    dryRun: false,
    warn: (text) => void context.warnings.push(text),
    annotate: annotateRequest(context),
    waited: excludeTime(context),
    // Nothing is allocated for a connection.
    onFailure: () => undefined,
  };
  const mutated = admission.mutate(attributes);
  if (mutated instanceof Promise) return mutated.then((object) => admission.validate({ ...attributes, object }));
  return admission.validate({ ...attributes, object: mutated });
}
