import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import { resetMetadata } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import { sameJson } from '../../../validation/json-equality.js';
import { checkName, requireName } from '../../../validation/names.js';
import { validateDriverName } from '../csi-driver/csi-driver.strategy.js';
import type { VolumeAttachment, VolumeError } from './volume-attachment.types.js';

const SPEC = FieldPath.of('spec');
const STATUS = FieldPath.of('status');
const MAX_METADATA_BYTES = 256 * 1024;
const MAX_MESSAGE_BYTES = 1024;

/** C-209, C-210. */
export const volumeAttachmentStrategy = (): Strategy<VolumeAttachment> => ({
  prepareForCreate: (attachment) => ({ ...attachment, status: { attached: false } }),
  validateCreate: validateAttachment,
  validateUpdate: (attachment, old) => [
    ...validateAttachment(attachment),
    ...(sameJson(attachment.spec, old.spec) ? [] : [fieldError.invalid(SPEC, attachment.spec, 'field is immutable')]),
  ],
});

export const volumeAttachmentStatus = (): SubresourceStrategy<VolumeAttachment> => ({
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

function validateAttachment(attachment: VolumeAttachment): FieldError[] {
  const spec: Partial<VolumeAttachment['spec']> = attachment.spec ?? {};
  const source = SPEC.child('source');
  const { persistentVolumeName, inlineVolumeSpec } = spec.source ?? {};
  const errors = [
    ...validateDriverName(SPEC.child('attacher'), spec.attacher),
    ...requireName(SPEC.child('nodeName'), spec.nodeName, 'dns-subdomain'),
  ];
  if (inlineVolumeSpec && persistentVolumeName !== undefined) {
    errors.push(fieldError.forbidden(source, 'inlineVolumeSpec and persistentVolumeName may not both be set'));
  } else if (!inlineVolumeSpec && !persistentVolumeName) {
    errors.push(fieldError.required(source, 'must specify exactly one of inlineVolumeSpec and persistentVolumeName'));
  }
  if (!inlineVolumeSpec)
    errors.push(...checkName(source.child('persistentVolumeName'), persistentVolumeName, 'dns-subdomain'));
  return errors;
}

function validateMetadataSize(metadata: Readonly<Record<string, string>> = {}): FieldError[] {
  const bytes = Object.entries(metadata).reduce((sum, [k, v]) => sum + Buffer.byteLength(k) + Buffer.byteLength(v), 0);
  return bytes > MAX_METADATA_BYTES ? [fieldError.tooLong(STATUS.child('attachmentMetadata'), MAX_METADATA_BYTES)] : [];
}

const validateVolumeError = (path: FieldPath, error: VolumeError | undefined): FieldError[] =>
  Buffer.byteLength(error?.message ?? '') > MAX_MESSAGE_BYTES
    ? [fieldError.tooLong(path.child('message'), MAX_MESSAGE_BYTES)]
    : [];
