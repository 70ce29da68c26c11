import { FieldPath, validateObjectMeta, validateObjectMetaUpdate } from '@orch/apimachinery';
import type { WriteContext } from '../write-context.js';
import type { WriteStep } from '../write-draft.js';

const METADATA = FieldPath.of('metadata');

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
  context.refuse(object, [
    ...validateObjectMeta(object.metadata, metadataRules(context)),
    ...validateObjectMetaUpdate(object.metadata, current.metadata, METADATA),
    ...(strategy?.validateUpdate?.(object, current, context.strategyContext(request)) ?? []),
  ]);
};

export const addWarnings: WriteStep = ({ context, request, object }) => {
  const { strategy } = context.parts.definition;
  if (!strategy.warnings) return;
  for (const text of strategy.warnings(object, context.strategyContext(request))) request.warn(text);
};

function metadataRules({ parts: { definition } }: WriteContext) {
  const { nameRule, namespaced } = definition.declaration;
  return { nameRule, namespaced, path: METADATA };
}
