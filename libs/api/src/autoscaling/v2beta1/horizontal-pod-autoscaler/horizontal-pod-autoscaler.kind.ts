import type { Vocabulary } from '@orch/vocabulary';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { siblingVersion, type SiblingVersion } from '../../../definition/sibling-version.js';
import { horizontalPodAutoscalerKind } from '../../v2/horizontal-pod-autoscaler/horizontal-pod-autoscaler.kind.js';
import { v2Beta1Conversion } from './horizontal-pod-autoscaler.conversion.js';
import { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.types.js';

const { group, version, kind } = horizontalPodAutoscalerKind;
const sibling: SiblingVersion = {
  version: 'v2beta1',
  type: HorizontalPodAutoscaler,
  lifecycle: { deprecated: 22, removed: 25, replacement: { group, version, kind } },
};

/** B-432. */
export const horizontalPodAutoscalerV2Beta1Kind: KindDeclaration = {
  ...siblingVersion(horizontalPodAutoscalerKind, sibling),
  inVocabulary: (vocabulary: Vocabulary) =>
    siblingVersion(horizontalPodAutoscalerKind, { ...sibling, convert: v2Beta1Conversion(vocabulary) }),
};
