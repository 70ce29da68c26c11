import { Field, Struct } from '../../../definition/decorators.js';
import { PersistentVolumeClaimTemplate } from '../persistent-volume-claim/persistent-volume-claim-spec.js';

@Struct('core.v1.PersistentVolumeClaimVolumeSource')
export class PersistentVolumeClaimVolumeSource {
  @Field(1, 'string', { required: true }) claimName: string;
  @Field(2, 'bool') readOnly?: boolean;
}

@Struct('core.v1.EphemeralVolumeSource')
export class EphemeralVolumeSource {
  @Field(1, () => PersistentVolumeClaimTemplate, { pointer: true }) volumeClaimTemplate?: PersistentVolumeClaimTemplate;
}
