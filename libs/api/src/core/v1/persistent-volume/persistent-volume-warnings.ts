import { FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { requirementWarnings } from '../node-label-warnings.js';
import { storageClassWarnings } from '../persistent-volume-claim/claim-warnings.js';
import { deprecatedSources } from '../volume/volume-warnings.js';
import type { PersistentVolume } from './persistent-volume.types.js';

const SPEC = FieldPath.of('spec');
const TERMS = FieldPath.of('spec', 'nodeAffinity', 'required', 'nodeSelectorTerms');

/** Annotations in place of fields, and deprecated reclaim policies, node labels and sources. */
export function persistentVolumeWarnings({ metadata, spec = {} }: PersistentVolume, vocabulary: Vocabulary): string[] {
  const { annotations, labels } = vocabulary;
  const { mountOptions } = annotations;
  return [
    ...storageClassWarnings(metadata.annotations, annotations),
    ...(metadata.annotations && Object.hasOwn(metadata.annotations, mountOptions)
      ? [`metadata.annotations[${mountOptions}]: deprecated since v1.31; use "mountOptions" attribute instead`]
      : []),
    ...(spec.persistentVolumeReclaimPolicy === 'Recycle'
      ? [
          'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use ' +
            'dynamic provisioning.',
        ]
      : []),
    ...(spec.nodeAffinity?.required?.nodeSelectorTerms ?? []).flatMap(({ matchExpressions }, index) =>
      requirementWarnings(TERMS.index(index).child('matchExpressions'), matchExpressions, labels),
    ),
    // The reference server warns of these two in pods only.
    ...deprecatedSources(SPEC, { ...spec, flocker: undefined, quobyte: undefined }),
  ];
}
