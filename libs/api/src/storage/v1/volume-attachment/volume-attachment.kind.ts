import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { volumeAttachmentStatus, volumeAttachmentStrategy } from './volume-attachment.strategy.js';
import { VolumeAttachment } from './volume-attachment.types.js';

export const volumeAttachmentKind: KindDeclaration = {
  type: VolumeAttachment,
  group: 'storage',
  version: 'v1',
  kind: 'VolumeAttachment',
  resource: 'volumeattachments',
  singular: 'volumeattachment',
  namespaced: false,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'object',
  unconditionalUpdate: false,
  columns: [
    NAME_COLUMN,
    column<VolumeAttachment>(
      { name: 'Attacher', type: 'string', format: 'name', description: 'Driver that attaches the volume.' },
      (attachment) => attachment.spec?.attacher ?? '',
    ),
    column<VolumeAttachment>(
      {
        name: 'PV',
        type: 'string',
        description: 'persistentVolumeName represents the name of the persistent volume to attach.',
      },
      (attachment) => attachment.spec?.source?.persistentVolumeName ?? '',
    ),
    column<VolumeAttachment>(
      {
        name: 'Node',
        type: 'string',
        description: 'nodeName represents the node that the volume should be attached to.',
      },
      (attachment) => attachment.spec?.nodeName ?? '',
    ),
    column<VolumeAttachment>(
      { name: 'Attached', type: 'boolean', description: 'Whether attaching has succeeded.' },
      (attachment) => attachment.status?.attached ?? false,
    ),
    AGE_COLUMN,
  ],
  strategy: volumeAttachmentStrategy,
  subresources: { status: volumeAttachmentStatus },
};
