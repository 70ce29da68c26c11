import type { StrategyStep } from '../write-draft.js';

export const dropDisabledFields: StrategyStep = (draft) => {
  draft.object = draft.context.withoutDisabledFields(draft.object, draft.target?.object);
};
