import { ownersOf, withOwners } from '../field-ownership.js';
import type { WriteStep } from '../write-draft.js';

export const toCanonicalForm: WriteStep = (draft) => {
  const { definition, form } = draft.context.parts;
  // Defaults of the kind may have been added out of order when it was decoded.
  const isDecodedCanonical = !draft.target && !definition.declaration.defaults;
  const { object } = draft;
  // Owners are canonical already.
  draft.object = withOwners(form.canonical(object, isDecodedCanonical ? draft.decoded : undefined), ownersOf(object));
};
