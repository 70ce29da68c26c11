import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import { pemBlocks, readCertificate, type CertificateFacts } from '@orch/pki';
import { validateConditions } from '../../../validation/conditions.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { MIN_LIFETIME_SECONDS } from './pod-certificate-request.validation.js';
import type {
  PodCertificateRequest,
  PodCertificateRequestSpec,
  PodCertificateRequestStatus,
} from './pod-certificate-request.types.js';
import { requestedKey } from './requested-key.js';

const STATUS = FieldPath.of('status');
const CONDITIONS = STATUS.child('conditions');
const CHAIN = STATUS.child('certificateChain');
/** Conditions that end a request. */
const FINAL: readonly string[] = ['Issued', 'Denied', 'Failed'];
const ISSUED_FIELDS = ['certificateChain', 'notBefore', 'beginRefreshAt', 'notAfter'] as const;
const OMITTED = '<value omitted>';

type Status = Partial<PodCertificateRequestStatus>;

/** The signer ends a request once: with a certificate for its key, or with a reason. */
export function validateIssuedCertificate(request: PodCertificateRequest, old: PodCertificateRequest): FieldError[] {
  const status: Status = request.status ?? {};
  const before: Status = old.status ?? {};
  const wasSet = ISSUED_FIELDS.filter((field) => before[field]);
  return [
    ...validateConditions(CONDITIONS, status.conditions),
    ...validateOutcome(status, before),
    ...validateUnchanged<Status>(STATUS, status, before, wasSet),
    ...(wasSet.length > 0 ? [] : validateIssue(status, old.spec)),
  ];
}

const finalTypes = ({ conditions = [] }: Status): string[] =>
  conditions.map(({ type }) => type).filter((type) => FINAL.includes(type));

function validateOutcome(status: Status, before: Status): FieldError[] {
  const errors: FieldError[] = [];
  const types = finalTypes(status);
  if (new Set(types).size > 1) {
    const detail = `there may be at most one condition with type Issued, Denied, or Failed, but found ${types.join(', ')}`;
    errors.push(fieldError.invalid(CONDITIONS, types, detail));
  }
  for (const [index, condition] of (status.conditions ?? []).entries()) {
    if (!FINAL.includes(condition.type) || condition.status === 'True') continue;
    errors.push(fieldError.notSupported(CONDITIONS.index(index).child('status'), condition.status, ['True']));
  }
  for (const type of finalTypes(before)) {
    if (types.includes(type)) continue;
    errors.push(fieldError.forbidden(CONDITIONS, `updates may not remove a condition of type "${type}"`));
  }
  return errors;
}

/** `Issued` comes with the certificate and its times, all of them; nothing else does. */
function validateIssue(status: Status, spec: PodCertificateRequestSpec): FieldError[] {
  const isIssued = finalTypes(status).includes('Issued');
  if (!isIssued) {
    return ISSUED_FIELDS.filter((field) => status[field]).map((field) =>
      fieldError.forbidden(STATUS.child(field), 'must not be set without the condition Issued'),
    );
  }
  const missing = ISSUED_FIELDS.filter((field) => !status[field]);
  if (missing.length > 0) {
    return missing.map((field) => fieldError.required(STATUS.child(field), 'must be set with the condition Issued'));
  }
  const chain = readChain(status.certificateChain!);
  if (typeof chain === 'string') return [fieldError.invalid(CHAIN, OMITTED, chain)];
  return [...validateLeaf(chain, spec), ...validateTimes(status, chain)];
}

/** The first certificate; a text: what is wrong with the chain. Text between blocks and headers of blocks are ignored. */
function readChain(pem: string): CertificateFacts | string {
  const blocks = pemBlocks(pem);
  const other = blocks.find(({ label }) => label !== 'CERTIFICATE');
  if (other) return `only CERTIFICATE PEM blocks are allowed, found "${other.label}"`;
  const certificates = blocks.map(({ der }) => readCertificate(der));
  const unreadable = certificates.indexOf(undefined);
  if (unreadable >= 0) return `PEM block ${unreadable} does not hold an X.509 certificate`;
  return certificates[0] ?? 'must contain at least one CERTIFICATE PEM block';
}

function validateLeaf({ publicKey, notBeforeMs, notAfterMs }: CertificateFacts, spec: PodCertificateRequestSpec) {
  const refuse = (isWrong: boolean, detail: string): FieldError[] =>
    isWrong ? [fieldError.invalid(CHAIN, OMITTED, detail)] : [];
  const seconds = (notAfterMs - notBeforeMs) / 1_000;
  const max = spec.maxExpirationSeconds ?? Infinity;
  return [
    ...refuse(requestedKey(spec)?.equals(publicKey) !== true, 'the first certificate is not of the requested key'),
    ...refuse(seconds > max, `the first certificate is valid for ${seconds} s, more than spec.maxExpirationSeconds`),
    ...refuse(seconds < MIN_LIFETIME_SECONDS, `the first certificate is valid for less than ${MIN_LIFETIME_SECONDS} s`),
  ];
}

function validateTimes(
  { notBefore = '', beginRefreshAt = '', notAfter = '' }: Status,
  { notBeforeMs, notAfterMs }: CertificateFacts,
): FieldError[] {
  const refuse = (field: string, time: string, isRight: boolean, detail: string): FieldError[] =>
    isRight ? [] : [fieldError.invalid(STATUS.child(field), time, detail)];
  const refreshMs = Date.parse(beginRefreshAt);
  const isWithin = refreshMs >= notBeforeMs && refreshMs <= notAfterMs;
  return [
    ...refuse('notBefore', notBefore, Date.parse(notBefore) === notBeforeMs, 'must be that of the first certificate'),
    ...refuse('notAfter', notAfter, Date.parse(notAfter) === notAfterMs, 'must be that of the first certificate'),
    ...refuse('beginRefreshAt', beginRefreshAt, isWithin, 'must be between notBefore and notAfter'),
  ];
}
