import type { SubresourceStrategy } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import { fillDefaults } from '../decode-object.js';
import type { StrategyStep, WriteDraft, WriteStep } from '../write-draft.js';

/** Strategy of the kind for a new object. */
export const prepareForCreate: StrategyStep = (draft) => {
  const { context, request, object } = draft;
  const { strategy } = context.parts.definition;
  draft.object = strategy.prepareForCreate?.(object, context.strategyContext(request)) ?? object;
};

/** Strategy of the kind for a new object that admission plugins may have changed. */
export const completeCreate: WriteStep = (draft) => {
  const { context, request, object } = draft;
  const { strategy } = context.parts.definition;
  if (strategy.completeCreate) draft.object = strategy.completeCreate(object, context.strategyContext(request));
};

/** Strategy of the kind for an update. */
export const prepareForUpdate: StrategyStep = (draft) => {
  const { context, request, object, target } = draft;
  const { strategy } = context.parts.definition;
  draft.object = strategy.prepareForUpdate?.(object, target!.object, context.strategyContext(request)) ?? object;
};

export const prepareSubresource: StrategyStep = (draft) => {
  const { context, request, object, target } = draft;
  draft.object = subresourceStrategy(draft).prepareForUpdate(object, target!.object, context.strategyContext(request));
};

/** As `prepareSubresource`, of what admission made of the object. */
export const prepareAdmittedSubresource: StrategyStep = (draft) => {
  const { context, request, object: admitted, target } = draft;
  const strategy = subresourceStrategy(draft);
  const given = context.strategyContext(request);
  const prepared = strategy.prepareForUpdate(admitted, target!.object, given);
  draft.object = strategy.keepAdmitted?.(prepared, admitted, given) ?? prepared;
};

export const addDefaults: StrategyStep = (draft) => {
  draft.object = fillDefaults(draft.context.parts.definition, draft.object, draft.request.limit);
};

/** @throws ApiError NotFound where the kind has no such sub-resource. */
export function subresourceStrategy({ context, subresource }: WriteDraft): SubresourceStrategy {
  const strategy = context.parts.definition.subresources.get(subresource);
  if (!strategy) throw ApiError.noSuchResource();
  return strategy;
}
