import type { WriteStep } from '../write-draft.js';

export const dropDisabledFields: WriteStep = (draft) => {
  draft.object = draft.context.withoutDisabledFields(draft.object, draft.target?.object);
};
