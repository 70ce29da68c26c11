import { fieldError, FieldPath, goPointer, goString, goStruct, goValue, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { validateInlineVolume } from '../../../core/v1/persistent-volume/inline-volume.validation.js';
import { validateDriverName } from '../../../core/v1/volume/driver-sources.validation.js';
import { resetMetadata } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import { sameJson } from '../../../validation/json-equality.js';
import { checkSetName } from '../../../validation/names.js';
import { validatePresent } from '../../../validation/values.js';
import type { VolumeAttachment, VolumeAttachmentSource, VolumeError } from './volume-attachment.types.js';

const SPEC = FieldPath.of('spec');
const SOURCE = SPEC.child('source');
const STATUS = FieldPath.of('status');
const MAX_METADATA_BYTES = 256 * 1024;
/** Kube-apiserver names the limit of the metadata. */
const MAX_MESSAGE_BYTES = 1024;

/** C-209, C-210. */
export const volumeAttachmentStrategy = (): Strategy<VolumeAttachment> => ({
  prepareForCreate: (attachment) => ({ ...attachment, status: { attached: false } }),
  validateCreate: (attachment, { vocabulary }) => [
    ...validateAttachment(attachment, vocabulary),
    ...validateNames(attachment),
  ],
  validateUpdate: (attachment, old, { vocabulary }) => [
    ...validateAttachment(attachment, vocabulary),
    ...(sameJson(attachment.spec, old.spec)
      ? []
      : [fieldError.invalid(SPEC, goValue(goAttachmentSpec, attachment.spec), 'field is immutable')]),
  ],
});

export const volumeAttachmentStatus = (): SubresourceStrategy<VolumeAttachment> => ({
  resets: ['metadata'],
  prepareForUpdate: (sent, old) => ({
    ...old,
    metadata: resetMetadata(sent.metadata, old.metadata),
    ...(sent.status ? { status: { ...sent.status, attached: sent.status.attached ?? false } } : {}),
  }),
  validateUpdate: ({ status }) => [
    ...validateMetadataSize(status?.attachmentMetadata),
    ...validateVolumeError(STATUS.child('attachError'), status?.attachError),
    ...validateVolumeError(STATUS.child('detachError'), status?.detachError),
  ],
});

const goAttachmentSpec = goStruct('storage.VolumeAttachmentSpec', {
  attacher: goString,
  source: goStruct('storage.VolumeAttachmentSource', {
    persistentVolumeName: goPointer('string', goString),
    inlineVolumeSpec: goPointer('core.PersistentVolumeSpec', () => '...'),
  }),
  nodeName: goString,
});

function validateAttachment({ spec }: VolumeAttachment, vocabulary: Vocabulary): FieldError[] {
  const { attacher, nodeName = '', source = {} }: Partial<VolumeAttachment['spec']> = spec ?? {};
  return [
    ...validatePresent(SPEC.child('attacher'), attacher),
    ...validateSource(SOURCE, source, vocabulary),
    ...checkSetName(SPEC.child('nodeName'), nodeName, 'dns-subdomain'),
  ];
}

function validateSource(path: FieldPath, source: VolumeAttachmentSource, vocabulary: Vocabulary): FieldError[] {
  const { inlineVolumeSpec, persistentVolumeName } = source;
  const both = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
  if (persistentVolumeName === undefined) {
    return inlineVolumeSpec
      ? validateInlineVolume(path.child('inlineVolumeSpec'), inlineVolumeSpec, vocabulary)
      : [fieldError.required(path, both)];
  }
  if (inlineVolumeSpec) return [fieldError.forbidden(path, both)];
  return persistentVolumeName === ''
    ? [fieldError.required(path.child('persistentVolumeName'), 'must specify non empty persistentVolumeName')]
    : [];
}

/** Of what is new: attachments that are older may have other names. */
const validateNames = ({ spec }: VolumeAttachment): FieldError[] => [
  ...validateDriverName(SPEC.child('attacher'), spec?.attacher),
  ...checkSetName(SOURCE.child('persistentVolumeName'), spec?.source?.persistentVolumeName, 'dns-subdomain'),
];

function validateMetadataSize(metadata: Readonly<Record<string, string>> = {}): FieldError[] {
  const bytes = Object.entries(metadata).reduce((sum, [k, v]) => sum + Buffer.byteLength(k) + Buffer.byteLength(v), 0);
  return bytes > MAX_METADATA_BYTES ? [fieldError.tooLong(STATUS.child('attachmentMetadata'), MAX_METADATA_BYTES)] : [];
}

const validateVolumeError = (path: FieldPath, error: VolumeError | undefined): FieldError[] =>
  Buffer.byteLength(error?.message ?? '') > MAX_MESSAGE_BYTES
    ? [fieldError.tooLong(path.child('message'), MAX_METADATA_BYTES)]
    : [];
