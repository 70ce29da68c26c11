import type { ApiObject } from '@orch/apimachinery';
import type { StrategyStep } from '../write-draft.js';

/** A new object has no status if status is a sub-resource. The server itself may create both in one write. */
export const resetStatus: StrategyStep = (draft) => {
  const { definition } = draft.context.parts;
  if (!definition.subresources.has('status') || definition.declaration.keepsStatusOnCreate) return;
  if (draft.request.keepsStatus !== true) draft.object = withoutStatus(draft.object);
};

/** The main resource does not change the status if status is a sub-resource. */
export const keepStatus: StrategyStep = (draft) => {
  if (!draft.context.parts.definition.subresources.has('status')) return;
  const { status } = draft.target!.object as ApiObject & { readonly status?: unknown };
  draft.object = status === undefined ? withoutStatus(draft.object) : { ...draft.object, status };
};

function withoutStatus(object: ApiObject): ApiObject {
  const { status: _status, ...rest } = object;
  return rest as ApiObject;
}
