import { keyText, type Lister, type ObjectKey } from '@orch/client';
import { watch } from '@orch/controller-kit';
import type { Vocabulary } from '@orch/vocabulary';
import { endpointSlices, serviceOf, sliceOptions, SLICES_OF_SERVICE_INDEX, type EndpointSlice } from './slice.js';

/** The name in `labels.sliceManager` of the controller that manages a slice. */
export type SliceManager = 'controller' | 'mirroring';

const isManaged = ({ metadata }: EndpointSlice, by: SliceManager, { labels: { sliceManager } }: Vocabulary): boolean =>
  metadata.labels?.[sliceManager.label] === sliceManager[by];

/** Watches the slices that a controller manages; keys are their services. */
export const watchManagedSlices = (by: SliceManager, vocabulary: Vocabulary) =>
  watch(endpointSlices, {
    options: sliceOptions(vocabulary),
    mapToKeys: (slice) => {
      const key = serviceOf(slice, vocabulary);
      return key && isManaged(slice, by, vocabulary) ? [key] : [];
    },
  });

/** Slices of one service that a controller manages. @param slices made with `sliceOptions`. */
export const managedSlices = (
  slices: Pick<Lister<EndpointSlice>, 'byIndex'>,
  service: ObjectKey,
  by: SliceManager,
  vocabulary: Vocabulary,
): EndpointSlice[] =>
  slices.byIndex(SLICES_OF_SERVICE_INDEX, keyText(service)).filter((slice) => isManaged(slice, by, vocabulary));
