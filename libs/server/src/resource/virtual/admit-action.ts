import type { ApiObject } from '@orch/apimachinery';
import { annotateRequest, excludeTime, type RequestContext } from '@orch/http';
import { writeOptions, type AdmissionAttributes, type ResourceStore, type WriteRequest } from '@orch/registry';

/**
 * Passes the object of a POST that stores no object of its kind (a Binding, a review) through admission: webhooks and policies are asked.
 * @param complete what the server adds between mutating and validating admission. Default: nothing.
 * @returns the object as they changed it, completed.
 * @throws ApiError when admission refuses it.
 */
export async function admitAction<T extends ApiObject>(
  { definition, writer }: ResourceStore,
  context: RequestContext,
  request: WriteRequest,
  object: T,
  complete: (mutated: T) => T = (mutated) => mutated,
): Promise<T> {
  const { admission } = writer.parts;
  const { info, user } = context;
  const attributes: AdmissionAttributes = {
    operation: 'CREATE',
    action: 'sent',
    definition,
    subresource: info.subresource,
    namespace: request.namespace,
    name: info.name || (object.metadata.name ?? ''),
    object,
    oldObject: undefined,
    user,
    dryRun: request.dryRun,
    options: () => writeOptions('CREATE', request, {}, definition.vocabulary),
    warn: request.warn,
    annotate: annotateRequest(context),
    waited: excludeTime(context),
    // Nothing is allocated for it.
    onFailure: () => undefined,
  };
  const completed = complete((await admission.mutate(attributes)) as T);
  await admission.validate({ ...attributes, object: completed });
  return completed;
}
