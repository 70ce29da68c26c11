import type { Vocabulary } from '@orch/vocabulary';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { siblingVersion } from '../../../definition/sibling-version.js';
import { horizontalPodAutoscalerKind } from '../../v2/horizontal-pod-autoscaler/horizontal-pod-autoscaler.kind.js';
import { v1Conversion } from './horizontal-pod-autoscaler.conversion.js';
import { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.types.js';

const sibling = { version: 'v1', type: HorizontalPodAutoscaler };

/** D-245. */
export const horizontalPodAutoscalerV1Kind: KindDeclaration = {
  ...siblingVersion(horizontalPodAutoscalerKind, sibling),
  inVocabulary: (vocabulary: Vocabulary) =>
    siblingVersion(horizontalPodAutoscalerKind, { ...sibling, convert: v1Conversion(vocabulary) }),
};
