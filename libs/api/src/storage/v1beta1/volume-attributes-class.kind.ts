import { siblingVersion } from '../../definition/sibling-version.js';
import { structVersion } from '../../definition/struct-version.js';
import { volumeAttributesClassKind } from '../v1/volume-attributes-class/volume-attributes-class.kind.js';

/** Disabled by default (D-231). */
export const volumeAttributesClassV1Beta1Kind = siblingVersion(volumeAttributesClassKind, {
  version: 'v1beta1',
  structs: structVersion('storage.v1', 'storage.v1beta1', { since: { 34: 31 } }),
  lifecycle: {
    deprecated: 34,
    optIn: true,
    replacement: { group: 'storage', version: 'v1', kind: 'VolumeAttributesClass' },
  },
});
