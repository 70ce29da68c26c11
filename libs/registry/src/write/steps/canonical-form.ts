import type { WriteStep } from '../write-draft.js';

export const toCanonicalForm: WriteStep = (draft) => {
  const { definition, form } = draft.context.parts;
  // Defaults of the kind may have been added out of order when it was decoded.
  const isDecodedCanonical = !draft.target && !definition.declaration.defaults;
  draft.object = form.canonical(draft.object, isDecodedCanonical ? draft.decoded : undefined);
};
