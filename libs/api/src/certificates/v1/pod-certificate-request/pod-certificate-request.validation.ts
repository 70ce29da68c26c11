import { fieldError, FieldPath, validateAnnotations, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { checkSetName } from '../../../validation/names.js';
import { validateSignerForm } from '../../../validation/signer-name.js';
import type { PodCertificateRequest, PodCertificateRequestSpec } from './pod-certificate-request.types.js';
import { validateKey } from './requested-key.js';

const SPEC = FieldPath.of('spec');
const NAMES = ['podName', 'serviceAccountName', 'nodeName'] as const;
const UIDS = ['podUID', 'serviceAccountUID', 'nodeUID'] as const;
const MAX_UID_LENGTH = 128;

/** Lifetimes of certificates, in seconds. */
export const MIN_LIFETIME_SECONDS = 3_600;
const MAX_LIFETIME_SECONDS = 7_862_400;
const MAX_BUILT_IN_LIFETIME_SECONDS = 86_400;

export const validatePodCertificateRequest = (
  { spec }: PodCertificateRequest,
  vocabulary: Vocabulary,
): FieldError[] => [
  ...validateSignerForm(SPEC.child('signerName'), spec.signerName ?? ''),
  ...validateUserAnnotations(SPEC.child('unverifiedUserAnnotations'), spec.unverifiedUserAnnotations),
  ...NAMES.flatMap((field) => checkSetName(SPEC.child(field), spec[field] ?? '', 'dns-subdomain')),
  ...UIDS.flatMap((field) => validateUid(SPEC.child(field), spec[field])),
  ...validateLifetime(SPEC.child('maxExpirationSeconds'), spec, vocabulary),
  ...validateKey(SPEC, spec),
];

export const validatePodCertificateRequestUpdate = (
  request: PodCertificateRequest,
  old: PodCertificateRequest,
): FieldError[] => validateUnchanged(FieldPath.of(), request, old, ['spec']);

function validateUid(path: FieldPath, uid: string | undefined): FieldError[] {
  if (!uid) return [fieldError.required(path)];
  return uid.length > MAX_UID_LENGTH ? [fieldError.tooLong(path, MAX_UID_LENGTH)] : [];
}

function validateLifetime(
  path: FieldPath,
  { maxExpirationSeconds: seconds, signerName = '' }: PodCertificateRequestSpec,
  { signers }: Vocabulary,
): FieldError[] {
  if (seconds === undefined) return [fieldError.required(path)];
  const domain = signerName.split('/', 1)[0]!;
  const isBuiltIn = domain === signers.domain || domain.endsWith(`.${signers.domain}`);
  const max = isBuiltIn ? MAX_BUILT_IN_LIFETIME_SECONDS : MAX_LIFETIME_SECONDS;
  return seconds >= MIN_LIFETIME_SECONDS && seconds <= max
    ? []
    : [fieldError.invalid(path, seconds, `must be in the range [${MIN_LIFETIME_SECONDS}, ${max}]`)];
}

function validateUserAnnotations(path: FieldPath, annotations: Readonly<Record<string, string>> = {}): FieldError[] {
  const unqualified = Object.keys(annotations).filter((key) => !key.includes('/'));
  return [
    ...validateAnnotations(annotations, path),
    ...unqualified.map((key) => fieldError.invalid(path, key, 'must be a domain-prefixed key (such as "acme.io/foo")')),
  ];
}
