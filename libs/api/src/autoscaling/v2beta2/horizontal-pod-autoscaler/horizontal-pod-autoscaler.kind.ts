import type { ApiObject } from '@orch/apimachinery';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { siblingVersion } from '../../../definition/sibling-version.js';
import { withCurrentReplicas, withoutZeroReplicas } from '../../current-replicas.js';
import { horizontalPodAutoscalerKind } from '../../v2/horizontal-pod-autoscaler/horizontal-pod-autoscaler.kind.js';
import { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.types.js';

const { group, version, kind } = horizontalPodAutoscalerKind;

/** The same fields as v2 (B-408). */
export const horizontalPodAutoscalerV2Beta2Kind: KindDeclaration = siblingVersion(horizontalPodAutoscalerKind, {
  version: 'v2beta2',
  type: HorizontalPodAutoscaler,
  convert: {
    toStored: (object) => {
      const { status } = object as HorizontalPodAutoscaler;
      return status ? ({ ...object, status: withoutZeroReplicas(status) } as ApiObject) : object;
    },
    fromStored: (object) => {
      const { status } = object as HorizontalPodAutoscaler;
      return status ? ({ ...object, status: withCurrentReplicas(status) } as ApiObject) : object;
    },
  },
  lifecycle: { deprecated: 23, removed: 26, replacement: { group, version, kind } },
});
