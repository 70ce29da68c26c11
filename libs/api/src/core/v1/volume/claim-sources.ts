import { Field, Struct } from '../../../definition/decorators.js';
import { PersistentVolumeClaimTemplate } from '../persistent-volume-claim/persistent-volume-claim-spec.js';

@Struct('core.v1.PersistentVolumeClaimVolumeSource', {
  description: 'A PersistentVolumeClaim in the namespace of the pod.',
})
export class PersistentVolumeClaimVolumeSource {
  @Field(1, 'string', { required: true, description: 'Name of the claim.' }) claimName: string;
  @Field(2, 'bool', { description: 'Whether all mounts are read-only. Default: false.' }) readOnly?: boolean;
}

@Struct('core.v1.EphemeralVolumeSource', { description: 'A claim that is created for the pod and deleted with it.' })
export class EphemeralVolumeSource {
  @Field(1, () => PersistentVolumeClaimTemplate, {
    pointer: true,
    description: 'The claim to create, named POD-VOLUME. Required; cannot be changed.',
  })
  volumeClaimTemplate?: PersistentVolumeClaimTemplate;
}
