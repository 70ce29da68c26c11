import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { PkiError, readCertificateRequest, SEVERAL_COMMON_NAMES, verifiedRequestKey } from '@orch/pki';
import type { Vocabulary } from '@orch/vocabulary';
import { validateSignerForm } from '../../../validation/signer-name.js';
import type { CertificateSigningRequestSpec } from './certificate-signing-request.types.js';
import { KEY_USAGES } from './usages.js';

/** Shortest life of a certificate, in seconds. */
const MIN_EXPIRATION_SECONDS = 600;

/** `known`: usages are known and unique, and the signer is not `legacy-unknown` (B-478..B-481); `any`: the older version. */
export type RestrictedValues = 'known' | 'any';

/** A-450..A-456, C-218, C-219. */
export function validateRequestSpec(
  path: FieldPath,
  spec: CertificateSigningRequestSpec,
  vocabulary: Vocabulary,
  signersAndUsages: RestrictedValues,
): FieldError[] {
  const isRestricted = signersAndUsages === 'known';
  const errors = [
    ...validateRequest(path.child('request'), spec, vocabulary),
    ...(isRestricted ? validateUsages(path.child('usages'), spec.usages) : []),
    ...validateSignerName(path.child('signerName'), spec.signerName, isRestricted ? vocabulary : undefined),
  ];
  const { expirationSeconds } = spec;
  if (expirationSeconds !== undefined && expirationSeconds < MIN_EXPIRATION_SECONDS) {
    const detail = `may not specify a duration less than ${MIN_EXPIRATION_SECONDS} seconds (${MIN_EXPIRATION_SECONDS / 60} minutes)`;
    errors.push(fieldError.invalid(path.child('expirationSeconds'), expirationSeconds, detail));
  }
  return errors;
}

/** Signed by the key it holds: signers rely on that. Custom ones may accept subjects with several common names, which the built-in ones and authentication reject. */
function validateRequest(path: FieldPath, spec: CertificateSigningRequestSpec, vocabulary: Vocabulary): FieldError[] {
  const request = spec.request ?? '';
  try {
    const { der, subject } = readCertificateRequest(Buffer.from(request, 'base64').toString('latin1'));
    verifiedRequestKey(der);
    const isBuiltIn = Object.values(vocabulary.signers).some((name) => name === spec.signerName);
    return isBuiltIn && subject.commonNames.length > 1 ? [fieldError.invalid(path, request, SEVERAL_COMMON_NAMES)] : [];
  } catch (error) {
    if (error instanceof PkiError) return [fieldError.invalid(path, request, error.message)];
    throw error;
  }
}

function validateUsages(path: FieldPath, usages: readonly string[] = []): FieldError[] {
  if (usages.length === 0) return [fieldError.required(path)];
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, usage] of usages.entries()) {
    if (!KEY_USAGES.includes(usage)) errors.push(fieldError.notSupported(path.index(index), usage, KEY_USAGES));
    if (seen.has(usage)) errors.push(fieldError.duplicate(path.index(index), usage));
    seen.add(usage);
  }
  return errors;
}

/** A domain and a path: `example.com/name`. */
function validateSignerName(path: FieldPath, name: string | undefined, restrictedIn?: Vocabulary): FieldError[] {
  if (!name) return [fieldError.required(path)];
  if (name === restrictedIn?.signers.legacyUnknown) {
    return [fieldError.invalid(path, name, 'the legacy signerName is not allowed via this API version')];
  }
  return validateSignerForm(path, name);
}
