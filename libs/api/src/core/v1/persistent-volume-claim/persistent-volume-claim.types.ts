import { Field, Struct } from '../../../definition/decorators.js';
import { enumByRelease, enumOf, listOf, mapOf, openEnumOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { PersistentVolumeClaimSpec } from './persistent-volume-claim-spec.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { Condition } from '../../../meta/v1/condition.js';

@Struct('core.v1.PersistentVolumeClaimCondition', {
  description: 'A condition of a claim.',
  describedAs: () => Condition,
})
export class PersistentVolumeClaimCondition {
  @Field(1, 'string', { goType: 'v1.PersistentVolumeClaimConditionType', required: true }) type: string;
  @Field(2, openEnumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', required: true }) status: string;
  @Field(3, 'time', { description: 'When the condition was last checked.' }) lastProbeTime?: string | null;
  @Field(4, 'time') lastTransitionTime?: string | null;
  @Field(5, 'string') reason?: string;
  @Field(6, 'string') message?: string;
}

@Struct('core.v1.ModifyVolumeStatus', { since: 29, description: 'Progress of a change of the attributes of a volume.' })
export class ModifyVolumeStatus {
  @Field(1, 'string', { since: 29, description: 'VolumeAttributesClass that is being applied.' })
  targetVolumeAttributesClassName?: string;
  @Field(2, enumOf('Pending', 'InProgress', 'Infeasible'), {
    goType: 'v1.PersistentVolumeClaimModifyVolumeStatus',
    required: true,
    since: 29,
    description: 'Pending, InProgress or Infeasible.',
  })
  status: string;
}

@Struct('core.v1.PersistentVolumeClaimStatus', { description: 'Observed state of a claim.' })
export class PersistentVolumeClaimStatus {
  @Field(1, enumOf('Pending', 'Bound', 'Lost'), {
    goType: 'v1.PersistentVolumeClaimPhase',
    default: 'Pending',
    description: 'Pending, Bound or Lost.',
  })
  phase?: string;
  @Field(2, listOf(enumOf('ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod')), {
    goType: '[]v1.PersistentVolumeAccessMode',
    listType: 'atomic',
    description: 'Access modes of the bound volume.',
  })
  accessModes?: string[];
  @Field(3, mapOf('quantity'), { goType: 'v1.ResourceList', description: 'Size of the bound volume.' })
  capacity?: Record<string, string>;
  @Field(4, listOf(() => PersistentVolumeClaimCondition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    description: 'Conditions, for example while the volume is resized.',
  })
  conditions?: PersistentVolumeClaimCondition[];
  @Field(5, mapOf('quantity'), {
    goType: 'v1.ResourceList',
    since: 23,
    description:
      'Size that is allocated while the volume is resized; it counts against quota if it is larger than the requested one.',
  })
  allocatedResources?: Record<string, string>;
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
    {
      pointer: true,
      featureGate: 'RecoverVolumeExpansionFailure',
      droppedBy: 'strategy',
      since: 23,
      last: 27,
      description: 'State of the resize. Replaced by `allocatedResourceStatuses`.',
    },
  )
  resizeStatus?: string;
  @Field(
    7,
    mapOf(
      enumByRelease(
        [
          'ControllerResizeInProgress',
          'ControllerResizeFailed',
          'NodeResizePending',
          'NodeResizeInProgress',
          'NodeResizeFailed',
          'ControllerResizeInfeasible',
          'NodeResizeInfeasible',
        ],
        {
          ControllerResizeFailed: { last: 30 },
          NodeResizeFailed: { last: 30 },
          ControllerResizeInfeasible: { since: 31 },
          NodeResizeInfeasible: { since: 31 },
        },
      ),
    ),
    {
      goType: 'map[v1.ResourceName]v1.ClaimResourceStatus',
      mapType: 'granular',
      since: 28,
      description: 'State of the resize of each resource.',
    },
  )
  allocatedResourceStatuses?: Record<string, string>;
  @Field(8, 'string', {
    pointer: true,
    featureGate: 'VolumeAttributesClass',
    since: 29,
    description: 'VolumeAttributesClass of the volume.',
  })
  currentVolumeAttributesClassName?: string;
  @Field(9, () => ModifyVolumeStatus, {
    pointer: true,
    featureGate: 'VolumeAttributesClass',
    since: 29,
    description: 'Progress of a change of the attributes; absent when there is none.',
  })
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
