import type { Vocabulary } from '@orch/vocabulary';
import { statusSubresource, takeStatus } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import { keptAnnotations, withoutKept } from '../../kept-fields.js';
import { validateAutoscalerSpec, validateAutoscalerStatus } from './horizontal-pod-autoscaler.validation.js';
import type { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.types.js';

/** Required in older versions, whose clients reject an object without them. */
const NO_STATUS = { currentReplicas: 0, desiredReplicas: 0 };

/**
 * The registry keeps `status` in the version of the request; older versions keep a part of it in annotations, which clients
 * may change. So this takes it from the current object, in the stored version.
 */
export function horizontalPodAutoscalerStrategy(vocabulary: Vocabulary): Strategy<HorizontalPodAutoscaler> {
  const cleaned = (autoscaler: HorizontalPodAutoscaler) => withoutKeptFields(autoscaler, vocabulary);
  return {
    prepareForCreate: (autoscaler) => ({ ...cleaned(autoscaler), status: NO_STATUS }),
    prepareForUpdate: (autoscaler, old) => ({ ...cleaned(autoscaler), status: old.status ?? NO_STATUS }),
    validateCreate: ({ spec }, context) => validateAutoscalerSpec(spec, context),
    validateUpdate: ({ spec }, _old, context) => validateAutoscalerSpec(spec, context),
  };
}

export const horizontalPodAutoscalerStatus = (vocabulary: Vocabulary): SubresourceStrategy<HorizontalPodAutoscaler> =>
  statusSubresource<HorizontalPodAutoscaler>({
    prepareForUpdate: (sent, old) => withoutKeptFields(takeStatus(sent, old), vocabulary),
    validateUpdate: ({ status }) => validateAutoscalerStatus(status),
  });

/** Drops the annotations of older versions: this version has fields for them, and stale annotations would override those. */
const withoutKeptFields = (autoscaler: HorizontalPodAutoscaler, vocabulary: Vocabulary): HorizontalPodAutoscaler => {
  const metadata = withoutKept(autoscaler.metadata, keptAnnotations(vocabulary));
  return metadata === autoscaler.metadata ? autoscaler : { ...autoscaler, metadata };
};
