import type { ApiObject } from '@orch/apimachinery';
import type { AdmissionAttributes, AdmissionOperation } from '../../admission/admission.js';
import type { DeleteRequest } from '../delete-request.js';
import { waitAside } from '../long-wait.js';
import { writeOptions } from '../write-options.js';
import { asCreated, asUpdated } from '../admitted-metadata.js';
import { withAdmittedOwners } from '../admitted-owners.js';
import { withMetadata } from '../object-metadata.js';
import { withDistinctOwners } from '../owner-references.js';
import type { StrategyStep, WriteDraft, WriteStep } from '../write-draft.js';

/**
 * Mutating admission. A new object without a name yet is not mutated: validation refuses it.
 * @param strategy steps that decide what the sender may not. They run again after a change: who may write webhooks or policies decides no more.
 */
export const callMutatingAdmission = (...strategy: readonly StrategyStep[]): WriteStep => {
  return (draft) => {
    const { context, request, object, target } = draft;
    if (!target && !object.metadata.name) return;
    const mutated = whileOpen(draft, context.parts.admission.mutate(attributesOf(draft, object, target?.object)));
    const accept = (admitted: ApiObject): void => {
      if (admitted === object) return;
      const owned = withAdmittedOwners(object, admitted, request);
      const metadata = withDistinctOwners(owned.metadata, request.warn, ' after mutating admission happens');
      const distinct = metadata === owned.metadata ? owned : withMetadata(owned, metadata);
      draft.object = target ? asUpdated(object, distinct) : asCreated(context, object, distinct);
      for (const step of strategy) step(draft);
    };
    return mutated instanceof Promise ? mutated.then(accept) : accept(mutated);
  };
};

/** Mutating admission of an object that the server computes: it may refuse, and changes labels and annotations only. */
export const callMutatingAdmissionOfChange: WriteStep = (draft) => {
  const computed = draft.object;
  const { context, target } = draft;
  const mutated = whileOpen(draft, context.parts.admission.mutate(attributesOf(draft, computed, target?.object)));
  const accept = ({ metadata: { labels, annotations } }: ApiObject): void => {
    const { metadata } = computed;
    if (labels === metadata.labels && annotations === metadata.annotations) return;
    draft.object = { ...computed, metadata: { ...metadata, labels, annotations } };
  };
  return mutated instanceof Promise ? mutated.then(accept) : accept(mutated);
};

export const callValidatingAdmission: WriteStep = (draft) => {
  const { context, object, target } = draft;
  return whileOpen(draft, context.parts.admission.validate(attributesOf(draft, object, target?.object)));
};

/** What admission gives. @throws after a wait, the reason why the request has ended meanwhile. */
export const whileOpen = <T>(
  { context, request, turn }: Pick<WriteDraft, 'context' | 'request' | 'turn'>,
  given: T | Promise<T>,
): T | Promise<T> =>
  given instanceof Promise
    ? waitAside(given, context.parts.clock, turn).then((result) => (request.assertOpen?.(), result))
    : given;

/** Admission attributes of a create or an update of `object`. */
export const attributesOf = (
  draft: WriteDraft,
  object: ApiObject,
  current: ApiObject | undefined,
): AdmissionAttributes => admissionAttributes(draft, current ? 'UPDATE' : 'CREATE', object, current);

export const admissionAttributes = (
  { context, request, subresource, onFailure }: Pick<WriteDraft, 'context' | 'request' | 'subresource' | 'onFailure'>,
  operation: AdmissionOperation,
  object: ApiObject | undefined,
  oldObject: ApiObject | undefined,
  deletion: DeleteRequest = {},
): AdmissionAttributes => ({
  operation,
  action: request.action,
  definition: context.parts.definition,
  subresource,
  namespace: request.namespace,
  name: request.ofCollection ? '' : ((object ?? oldObject)?.metadata.name ?? ''),
  object,
  oldObject,
  user: request.user,
  dryRun: request.dryRun,
  options: () => writeOptions(operation, request, deletion, context.parts.definition.vocabulary),
  warn: request.warn,
  annotate: request.annotate ?? noAnnotation,
  waited: request.waited,
  assertOpen: request.assertOpen,
  limit: request.limit,
  onFailure,
});

const noAnnotation = (): void => undefined;
