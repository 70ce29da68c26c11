import { ConversionError } from '../../errors/conversion-error.js';
import { changesTimesOnly, ownersOf, withOwners } from '../field-ownership.js';
import type { ApiObject, KindVersions } from '@orch/apimachinery';
import type { WriteDraft, WriteStep } from '../write-draft.js';

/** Computes the owners of fields (A-137..A-140, C-118..C-124). */
export const setFieldOwners: WriteStep = (draft) => {
  const { context, request, object, appliedOwners } = draft;
  const { conversion, versions } = context.parts;
  if (appliedOwners) draft.object = withOwners(object, appliedOwners);
  else if (!conversion) draft.object = withComputedOwners(draft, versions);
  else
    return conversion
      .inVersions(versions, (known) => withComputedOwners(draft, known), request.limit)
      .then(
        (owned) => void (draft.object = owned),
        (error: unknown) => {
          // As kube-apiserver: owners that cannot be computed do not fail the write, and none are left.
          if (!(error instanceof ConversionError)) throw error;
          draft.object = withOwners(object, []);
        },
      );
};

function withComputedOwners(draft: WriteDraft, versions: KindVersions): ApiObject {
  const { context, request, subresource, object, target } = draft;
  const { ownership } = context;
  return target
    ? ownership.updated(request, subresource, object, target.object, versions)
    : ownership.created(request, object, versions);
}

/** A write that changes nothing but times of owners keeps the times (C-122), so that it creates no revision. */
export const keepTimesOfNoChange: WriteStep = (draft) => {
  const { object, target } = draft;
  if (changesTimesOnly(object, target!.object)) draft.object = withOwners(object, ownersOf(target!.object));
};
