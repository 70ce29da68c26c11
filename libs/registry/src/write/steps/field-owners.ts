import { changesTimesOnly, ownersOf, withOwners } from '../field-ownership.js';
import type { WriteStep } from '../write-draft.js';

/** Computes the owners of fields (A-137..A-140, C-118..C-124). */
export const setFieldOwners: WriteStep = (draft) => {
  const { context, request, subresource, object, target, appliedOwners } = draft;
  const { ownership } = context;
  if (appliedOwners) draft.object = withOwners(object, appliedOwners);
  else if (target) draft.object = ownership.updated(request, subresource, object, target.object);
  else draft.object = ownership.created(request, object);
};

/** A write that changes nothing but times of owners keeps the times (C-122), so that it creates no revision. */
export const keepTimesOfNoChange: WriteStep = (draft) => {
  const { object, target } = draft;
  if (changesTimesOnly(object, target!.object)) draft.object = withOwners(object, ownersOf(target!.object));
};
