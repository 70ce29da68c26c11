import type { Strategy, SubresourceStrategy } from '@orch/api';
import { atOnce, validateObjectMeta, validateObjectMetaUpdate, type FieldError } from '@orch/apimachinery';
import type { WriteContext } from '../write-context.js';
import type { WriteDraft, WriteStep } from '../write-draft.js';
import type { WriteRequest } from '../write-request.js';

/** @throws ApiError Invalid with all field errors. */
export const validateCreate: WriteStep = ({ context, request, object }) => {
  const { strategy } = context.parts.definition;
  const ofMetadata = validateObjectMeta(object.metadata, metadataRules(context));
  const refuse = (found: readonly FieldError[] = []): void => context.refuse(object, [...ofMetadata, ...found]);
  const strategyContext = context.strategyContext(request);
  if (!strategy.validateInSteps) return refuse(strategy.validateCreate?.(object, strategyContext));
  return afterSteps(context, request, strategy.validateInSteps(object, strategyContext), refuse);
};

/** @throws ApiError Invalid with all field errors. */
export const validateUpdate: WriteStep = (draft) => {
  const { context, subresource, object, target } = draft;
  const { definition } = context.parts;
  const current = target!.object;
  const rules = metadataRules(context);
  const ofMetadata = [
    ...validateObjectMeta(object.metadata, rules),
    // Twice, as kube-apiserver does: it validates the change of metadata for all kinds, and again for each, with its rule of finalizers.
    ...validateObjectMetaUpdate(object.metadata, current.metadata, { ...rules, plainFinalizers: true }),
    ...validateObjectMetaUpdate(object.metadata, current.metadata, rules),
  ];
  const strategy = subresource === '' ? definition.strategy : definition.subresources.get(subresource);
  return refuseUpdate(draft, strategy, ofMetadata);
};

/** Validates an update by the rules of a kind or of a sub-resource. @throws ApiError Invalid by `more` and these rules. */
export function refuseUpdate(
  { context, request, object, target }: WriteDraft,
  rules: Strategy | SubresourceStrategy | undefined,
  more: readonly FieldError[] = [],
): void | Promise<void> {
  const current = target!.object;
  const refuse = (found: readonly FieldError[] = []): void => context.refuse(object, [...more, ...found]);
  const strategyContext = context.strategyContext(request);
  if (!rules?.validateInSteps) return refuse(rules?.validateUpdate?.(object, current, strategyContext));
  return afterSteps(context, request, rules.validateInSteps(object, strategyContext, current), refuse);
}

/** Refuses after the errors are found: synchronous when that is one step. */
function afterSteps(
  { parts: { admission } }: WriteContext,
  { user }: WriteRequest,
  work: Generator<undefined, FieldError[]>,
  refuse: (found: readonly FieldError[]) => void,
): void | Promise<void> {
  const found = (admission.inSteps ?? atOnce)(work, user);
  return found instanceof Promise ? found.then(refuse) : refuse(found);
}

/** Of the object itself, or of what its sub-resource may change. */
export const addWarnings: WriteStep = ({ context, request, object, target, subresource }) => {
  const { strategy, subresources } = context.parts.definition;
  const rules = subresource === '' ? strategy : subresources.get(subresource);
  for (const text of rules?.warnings?.(object, context.strategyContext(request), target?.object) ?? [])
    request.warn(text);
};

function metadataRules({ parts: { definition } }: WriteContext) {
  const { nameRule, namespaced, plainFinalizers } = definition.declaration;
  return {
    nameRule,
    namespaced,
    plainFinalizers,
    namesOwners: definition.vocabulary.answers.rulesOfFields === 'specified',
  };
}
