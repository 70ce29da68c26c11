import { siblingVersion } from '../../definition/sibling-version.js';
import { structVersion } from '../../definition/struct-version.js';
import { volumeAttributesClassKind } from '../v1/volume-attributes-class/volume-attributes-class.kind.js';

const older = (version: string, introduced: number) =>
  siblingVersion(volumeAttributesClassKind, {
    version,
    structs: structVersion('storage.v1', `storage.${version}`, { since: { 34: introduced } }),
    lifecycle: { replacement: { group: 'storage', version: 'v1', kind: 'VolumeAttributesClass', since: 34 } },
  });

/** Disabled by default (D-231). */
export const olderVolumeAttributesClassKinds = [older('v1beta1', 31), older('v1alpha1', 29)];
