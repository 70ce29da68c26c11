import type { ApiObject } from '@orch/apimachinery';
import { annotateRequest, excludeTime, type RequestContext } from '@orch/http';
import { writeOptions, type AdmissionAttributes, type ResourceStore, type WriteRequest } from '@orch/registry';

/** What happens between mutating and validating admission. */
interface Completion<T> {
  /** Validates what mutating admission left; it throws. Default: accepts all. */
  readonly check?: (mutated: T) => Promise<void>;
  /** What the server adds. Default: nothing. */
  readonly complete?: (mutated: T) => T;
}

/**
 * Passes the object of a POST that stores no object of its kind (a Binding, a review) through admission: webhooks and policies are asked.
 * @returns the object as they changed it, completed.
 * @throws ApiError when admission refuses it, or `check` what admission made of it.
 */
export async function admitAction<T extends ApiObject>(
  { definition, writer }: ResourceStore,
  context: RequestContext,
  request: WriteRequest,
  object: T,
  { check, complete = (mutated) => mutated }: Completion<T> = {},
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
  const mutated = (await admission.mutate(attributes)) as T;
  await check?.(mutated);
  const completed = complete(mutated);
  await admission.validate({ ...attributes, object: completed });
  return completed;
}
