import { validateObjectMeta, validateObjectMetaUpdate } from '@orch/apimachinery';
import type { WriteContext } from '../write-context.js';
import type { WriteStep } from '../write-draft.js';

/** @throws ApiError Invalid with all field errors. */
export const validateCreate: WriteStep = ({ context, request, object }) =>
  context.refuse(object, [
    ...validateObjectMeta(object.metadata, metadataRules(context)),
    ...(context.parts.definition.strategy.validateCreate?.(object, context.strategyContext(request)) ?? []),
  ]);

/** @throws ApiError Invalid with all field errors. */
export const validateUpdate: WriteStep = ({ context, request, subresource, object, target }) => {
  const { definition } = context.parts;
  const current = target!.object;
  const strategy = subresource === '' ? definition.strategy : definition.subresources.get(subresource);
  const rules = metadataRules(context);
  context.refuse(object, [
    ...validateObjectMeta(object.metadata, rules),
    // Twice, as kube-apiserver does: it validates the change of metadata for all kinds, and again for each, with its rule of finalizers.
    ...validateObjectMetaUpdate(object.metadata, current.metadata, { ...rules, plainFinalizers: true }),
    ...validateObjectMetaUpdate(object.metadata, current.metadata, rules),
    ...(strategy?.validateUpdate?.(object, current, context.strategyContext(request)) ?? []),
  ]);
};

/** Of the object itself; sub-resources have none. */
export const addWarnings: WriteStep = ({ context, request, object, target, subresource }) => {
  const { strategy } = context.parts.definition;
  if (!strategy.warnings || subresource !== '') return;
  for (const text of strategy.warnings(object, context.strategyContext(request), target?.object)) request.warn(text);
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
