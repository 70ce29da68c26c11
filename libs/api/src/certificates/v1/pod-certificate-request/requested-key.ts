import { constants, verify, type KeyObject } from 'node:crypto';
import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { PkiError, publicKeyOf, verifiedRequestKey } from '@orch/pki';
import type { PodCertificateRequestSpec } from './pod-certificate-request.types.js';

/** Fields of the beta version from before requests had `stubPKCS10Request`. */
export interface ProvenKey {
  /** SubjectPublicKeyInfo in DER, as base64. */
  readonly pkixPublicKey?: string;
  /** Signature of the key over the UID of the pod, as base64. */
  readonly proofOfPossession?: string;
}

const KEY_FIELDS = ['pkixPublicKey', 'proofOfPossession'] as const;
const TYPES = 'must be one of RSA3072, RSA4096, ECDSAP256, ECDSAP384, ECDSAP521, ED25519';
const RSA_BITS: readonly unknown[] = [3072, 4096];
const CURVES: readonly unknown[] = ['prime256v1', 'secp384r1', 'secp521r1'];
/** Errors omit keys and signatures, which say nothing to a reader. */
const OMITTED = '<value omitted>';

/** A request in PKCS#10, or a key with a proof: one form, of a known type, signed by the key it names. */
export function validateKey(path: FieldPath, spec: PodCertificateRequestSpec & ProvenKey): FieldError[] {
  const request = path.child('stubPKCS10Request');
  const key = path.child('pkixPublicKey');
  if (spec.stubPKCS10Request) {
    const extra = KEY_FIELDS.filter((field) => spec[field]);
    if (extra.length > 0) {
      return extra.map((field) => fieldError.forbidden(path.child(field), 'may not be set with stubPKCS10Request'));
    }
    try {
      return validateType(request, verifiedRequestKey(bytesOf(spec.stubPKCS10Request)));
    } catch (error) {
      if (error instanceof PkiError) return [fieldError.invalid(request, OMITTED, error.message)];
      throw error;
    }
  }
  if (!spec.pkixPublicKey) return [fieldError.required(request)];
  const read = publicKeyOf(bytesOf(spec.pkixPublicKey));
  if (!read) return [fieldError.invalid(key, OMITTED, 'must be a public key in PKIX form')];
  const wrongType = validateType(key, read);
  if (wrongType.length > 0) return wrongType;
  return isProof(read, spec.podUID, bytesOf(spec.proofOfPossession ?? ''))
    ? []
    : [fieldError.invalid(path.child('proofOfPossession'), OMITTED, 'is not a signature of the key over the pod UID')];
}

/** The key of a valid request. */
export function requestedKey(spec: PodCertificateRequestSpec & ProvenKey): KeyObject | undefined {
  return spec.stubPKCS10Request
    ? verifiedRequestKey(bytesOf(spec.stubPKCS10Request))
    : publicKeyOf(bytesOf(spec.pkixPublicKey ?? ''));
}

const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64');

function validateType(path: FieldPath, { asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject): FieldError[] {
  const isKnown =
    asymmetricKeyType === 'ed25519' ||
    (asymmetricKeyType === 'rsa' && RSA_BITS.includes(asymmetricKeyDetails.modulusLength)) ||
    (asymmetricKeyType === 'ec' && CURVES.includes(asymmetricKeyDetails.namedCurve));
  return isKnown ? [] : [fieldError.invalid(path, OMITTED, TYPES)];
}

/** RSA: RSASSA-PSS with salt of any length; ECDSA: in DER; both over the SHA-256 of the UID. */
function isProof(key: KeyObject, podUID: string, signature: Buffer): boolean {
  const hash = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO };
  return verify(hash, Buffer.from(podUID), { key, ...(key.asymmetricKeyType === 'rsa' ? pss : {}) }, signature);
}
