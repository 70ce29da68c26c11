import { FieldPath } from '@orch/apimachinery';
import type { StrategyContext } from '../../../definition/strategy.js';
import { hostnameWarnings } from '../../workload/workload-warnings.js';
import { APP_ARMOR_DEPRECATED } from './container-warnings.js';
import { matchesProfile } from './app-armor.js';
import { podWarnings } from './pod-warnings.js';
import type { Pod } from './pod.types.js';
import { warningText } from '../../../validation/warning-text.js';

const ANNOTATIONS = FieldPath.of('metadata', 'annotations');

/** Warnings for a new pod. An update has none: it is rarely a person's, and often. */
export const newPodWarnings = (pod: Pod, context: StrategyContext): string[] => [
  ...appArmorWarnings(pod, context),
  ...hostnameWarnings(pod.metadata.name, "the Pod's hostname"),
  ...podWarnings(FieldPath.root, pod, context, false),
];

/** An annotation instead of the field, unless the profile of the pod says the same. */
function appArmorWarnings({ metadata, spec }: Pod, { vocabulary }: StrategyContext): string[] {
  const { annotations } = metadata;
  if (!annotations || !spec || spec.os?.name === 'windows') return [];
  const ofPod = spec.securityContext?.appArmorProfile;
  return [...(spec.initContainers ?? []), ...(spec.containers ?? [])].flatMap(({ name, securityContext }) => {
    const key = vocabulary.annotations.appArmorPrefix + name;
    const sent = annotations[key];
    if (sent === undefined || securityContext?.appArmorProfile || (ofPod && matchesProfile(sent, ofPod))) return [];
    return [warningText(ANNOTATIONS.key(key), APP_ARMOR_DEPRECATED)];
  });
}
