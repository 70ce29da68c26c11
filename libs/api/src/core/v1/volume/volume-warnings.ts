import type { FieldPath } from '@orch/apimachinery';
import type { FeatureGates } from '../../../features/feature-gates.js';
import { claimSpecWarnings } from '../persistent-volume-claim/claim-warnings.js';
import type { Volume, VolumeSource } from './volume.js';
import { warningText } from '../../../validation/warning-text.js';

/** Volume sources that went or will go, by field, and the name in messages where it is another. */
const DEPRECATED_SOURCES: readonly (readonly [field: keyof VolumeSource, text: string, name?: string])[] = [
  ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['flocker', 'deprecated in v1.22, non-functional in v1.25+'],
  ['storageos', 'deprecated in v1.22, non-functional in v1.25+', 'storageOS'],
  ['quobyte', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
];
const GIT_REPO = 'deprecated in v1.11';
const GIT_REPO_OFF = 'deprecated in v1.11, and disabled by default in v1.33+';

/** Deprecated sources, and fractions of bytes in ephemeral claims. */
export function volumeWarnings(path: FieldPath, volume: Volume, features: FeatureGates): string[] {
  const template = volume.ephemeral?.volumeClaimTemplate?.spec;
  return [
    ...(volume.gitRepo
      ? [warningText(path.child('gitRepo'), `${features.enabled('GitRepoVolumeDriver') ? GIT_REPO : GIT_REPO_OFF}`)]
      : []),
    ...deprecatedSources(path, volume),
    ...(template
      ? claimSpecWarnings(path.child('ephemeral').child('volumeClaimTemplate').child('spec'), template)
      : []),
  ];
}

/** Deprecated sources of a pod's volume or a PersistentVolume. */
export const deprecatedSources = (path: FieldPath, source: Partial<Record<keyof VolumeSource, unknown>>): string[] =>
  DEPRECATED_SOURCES.filter(([field]) => source[field] !== undefined).map(([field, text, name = field]) =>
    warningText(path.child(name), text),
  );
