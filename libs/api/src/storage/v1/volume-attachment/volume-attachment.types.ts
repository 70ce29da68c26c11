import { Field, Struct } from '../../../definition/decorators.js';
import { mapOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { PersistentVolumeSpec } from '../../../core/v1/persistent-volume/persistent-volume.types.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('storage.v1.VolumeAttachmentSource')
export class VolumeAttachmentSource {
  @Field(1, 'string', { pointer: true }) persistentVolumeName?: string;
  @Field(2, () => PersistentVolumeSpec, { pointer: true }) inlineVolumeSpec?: PersistentVolumeSpec;
}

@Struct('storage.v1.VolumeAttachmentSpec')
export class VolumeAttachmentSpec {
  @Field(1, 'string', { required: true }) attacher: string;
  @Field(2, () => VolumeAttachmentSource, { required: true }) source: VolumeAttachmentSource;
  @Field(3, 'string', { required: true }) nodeName: string;
}

@Struct('storage.v1.VolumeError')
export class VolumeError {
  @Field(1, 'time') time?: string;
  @Field(2, 'string') message?: string;
  @Field(3, 'int32', { pointer: true, featureGate: 'MutableCSINodeAllocatableCount', since: 33 }) errorCode?: number;
}

@Struct('storage.v1.VolumeAttachmentStatus')
export class VolumeAttachmentStatus {
  @Field(1, 'bool', { required: true }) attached: boolean;
  @Field(2, mapOf('string')) attachmentMetadata?: Record<string, string>;
  @Field(3, () => VolumeError, { pointer: true }) attachError?: VolumeError;
  @Field(4, () => VolumeError, { pointer: true }) detachError?: VolumeError;
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
