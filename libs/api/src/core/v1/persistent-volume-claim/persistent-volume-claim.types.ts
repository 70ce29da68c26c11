import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, mapOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { PersistentVolumeClaimSpec } from './persistent-volume-claim-spec.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('core.v1.PersistentVolumeClaimCondition')
export class PersistentVolumeClaimCondition {
  @Field(1, 'string', { goType: 'v1.PersistentVolumeClaimConditionType', required: true }) type: string;
  @Field(2, enumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', required: true }) status: string;
  @Field(3, 'time') lastProbeTime?: string;
  @Field(4, 'time') lastTransitionTime?: string;
  @Field(5, 'string') reason?: string;
  @Field(6, 'string') message?: string;
}

@Struct('core.v1.ModifyVolumeStatus', { since: 29 })
export class ModifyVolumeStatus {
  @Field(1, 'string', { since: 29 }) targetVolumeAttributesClassName?: string;
  @Field(2, enumOf('Pending', 'InProgress', 'Infeasible'), {
    goType: 'v1.PersistentVolumeClaimModifyVolumeStatus',
    required: true,
    since: 29,
  })
  status: string;
}

@Struct('core.v1.PersistentVolumeClaimStatus')
export class PersistentVolumeClaimStatus {
  @Field(1, enumOf('Pending', 'Bound', 'Lost'), { goType: 'v1.PersistentVolumeClaimPhase', default: 'Pending' })
  phase?: string;
  @Field(2, listOf(enumOf('ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod')), {
    goType: '[]v1.PersistentVolumeAccessMode',
    listType: 'atomic',
  })
  accessModes?: string[];
  @Field(3, mapOf('quantity'), { goType: 'v1.ResourceList' }) capacity?: Record<string, string>;
  @Field(4, listOf(() => PersistentVolumeClaimCondition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
  })
  conditions?: PersistentVolumeClaimCondition[];
  @Field(5, mapOf('quantity'), { goType: 'v1.ResourceList', since: 23 }) allocatedResources?: Record<string, string>;
  @Field(
    6,
    enumOf(
      '',
      'ControllerExpansionInProgress',
      'ControllerExpansionFailed',
      'NodeExpansionPending',
      'NodeExpansionInProgress',
      'NodeExpansionFailed',
    ),
    { pointer: true, featureGate: 'RecoverVolumeExpansionFailure', droppedBy: 'strategy', since: 23, last: 27 },
  )
  resizeStatus?: string;
  @Field(
    7,
    mapOf(
      enumOf(
        'ControllerResizeInProgress',
        'ControllerResizeFailed',
        'NodeResizePending',
        'NodeResizeInProgress',
        'NodeResizeFailed',
        'ControllerResizeInfeasible',
        'NodeResizeInfeasible',
      ),
    ),
    { goType: 'map[v1.ResourceName]v1.ClaimResourceStatus', mapType: 'granular', since: 28 },
  )
  allocatedResourceStatuses?: Record<string, string>;
  @Field(8, 'string', { pointer: true, featureGate: 'VolumeAttributesClass', since: 29 })
  currentVolumeAttributesClassName?: string;
  @Field(9, () => ModifyVolumeStatus, { pointer: true, featureGate: 'VolumeAttributesClass', since: 29 })
  modifyVolumeStatus?: ModifyVolumeStatus;
}

@Struct('core.v1.PersistentVolumeClaim', {
  typeMeta: true,
  description: 'A request for storage, bound to a volume that satisfies it.',
})
export class PersistentVolumeClaim extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => PersistentVolumeClaimSpec) spec?: PersistentVolumeClaimSpec;
  @Field(3, () => PersistentVolumeClaimStatus) status?: PersistentVolumeClaimStatus;
}
