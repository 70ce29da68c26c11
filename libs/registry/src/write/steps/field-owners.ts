import type { WriteStep } from '../write-draft.js';

/** Computes the owners of fields (A-137..A-140, C-118..C-124). */
export const setFieldOwners: WriteStep = (draft) => {
  const { context, request, subresource, object, target, appliedOwners } = draft;
  const { ownership } = context;
  if (appliedOwners) draft.object = ownership.applied(object, appliedOwners, target?.object ?? object);
  else if (target) draft.object = ownership.updated(request, subresource, object, target.object);
  else draft.object = ownership.created(request, object);
};
