import { Field, Struct } from '../../../definition/decorators.js';
import { mapOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { PersistentVolumeSpec } from '../../../core/v1/persistent-volume/persistent-volume.types.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('storage.v1.VolumeAttachmentSource', { description: 'The volume of an attachment. Exactly one is set.' })
export class VolumeAttachmentSource {
  @Field(1, 'string', { pointer: true, description: 'Name of the PersistentVolume.' }) persistentVolumeName?: string;
  @Field(2, () => PersistentVolumeSpec, {
    pointer: true,
    description: 'Volume without PersistentVolume, of a migrated in-tree plugin.',
  })
  inlineVolumeSpec?: PersistentVolumeSpec;
}

@Struct('storage.v1.VolumeAttachmentSpec', { description: 'Properties of a VolumeAttachment.' })
export class VolumeAttachmentSpec {
  @Field(1, 'string', { required: true, description: 'Name of the CSI driver that attaches the volume.' })
  attacher: string;
  @Field(2, () => VolumeAttachmentSource, { required: true, description: 'The volume.' })
  source: VolumeAttachmentSource;
  @Field(3, 'string', { required: true, description: 'Node to which the volume is attached.' }) nodeName: string;
}

@Struct('storage.v1.VolumeError', { description: 'An error of an operation on a volume.' })
export class VolumeError {
  @Field(1, 'time', { description: 'When the error happened.' }) time?: string | null;
  @Field(2, 'string', { description: 'Details for people; without secrets.' }) message?: string;
  @Field(3, 'int32', {
    pointer: true,
    featureGate: 'MutableCSINodeAllocatableCount',
    since: 33,
    description: 'Code of the error, as gRPC defines it.',
  })
  errorCode?: number;
}

@Struct('storage.v1.VolumeAttachmentStatus', { description: 'Observed state of a VolumeAttachment.' })
export class VolumeAttachmentStatus {
  @Field(1, 'bool', { required: true, description: 'Whether the volume is attached.' }) attached: boolean;
  @Field(2, mapOf('string'), { description: 'Facts that the driver needs to mount the volume.' })
  attachmentMetadata?: Record<string, string>;
  @Field(3, () => VolumeError, { pointer: true, description: 'Last error of the attachment.' })
  attachError?: VolumeError;
  @Field(4, () => VolumeError, { pointer: true, description: 'Last error of the detachment.' })
  detachError?: VolumeError;
}

@Struct('storage.v1.VolumeAttachment', {
  typeMeta: true,
  description: 'A request to attach a volume to a node, and its status.',
})
export class VolumeAttachment extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => VolumeAttachmentSpec, { required: true }) spec: VolumeAttachmentSpec;
  @Field(3, () => VolumeAttachmentStatus) status?: VolumeAttachmentStatus;
}
