import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import { pemBlocks, readCertificate } from '@orch/pki';
import { sameJson } from '../../../validation/json-equality.js';
import type {
  CertificateSigningRequest,
  CertificateSigningRequestCondition,
} from './certificate-signing-request.types.js';

type Conditions = readonly CertificateSigningRequestCondition[];

const CONDITIONS = FieldPath.of('status', 'conditions');
const CERTIFICATE = FieldPath.of('status', 'certificate');
/** Conditions that only approvers may set. */
const DECISIONS: readonly string[] = ['Approved', 'Denied'];
/** Conditions that cannot be removed once set. */
const FINAL: readonly string[] = [...DECISIONS, 'Failed'];

/** Allowed status transitions of a request (A-457..A-461, C-214..C-216, C-241). */
export function validateStatusUpdate(
  request: CertificateSigningRequest,
  old: CertificateSigningRequest,
  options: { readonly mayDecide: boolean },
): FieldError[] {
  const conditions = request.status?.conditions ?? [];
  const before = old.status?.conditions ?? [];
  return [
    ...validateConditions(conditions),
    ...validateTransition(conditions, before, options.mayDecide),
    ...validateCertificate(request.status?.certificate, old.status?.certificate),
  ];
}

function validateConditions(conditions: Conditions): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, { type = '', status }] of conditions.entries()) {
    const at = CONDITIONS.index(index);
    if (!type) errors.push(fieldError.required(at.child('type')));
    if (seen.has(type)) errors.push(fieldError.duplicate(at.child('type'), type));
    seen.add(type);
    const allowed = FINAL.includes(type) ? ['True'] : ['False', 'True', 'Unknown'];
    if (!status) errors.push(fieldError.required(at.child('status')));
    else if (!allowed.includes(status)) errors.push(fieldError.notSupported(at.child('status'), status, allowed));
    const opposite = DECISIONS.find((other) => other !== type);
    if (DECISIONS.includes(type) && opposite !== undefined && seen.has(opposite)) {
      errors.push(fieldError.invalid(at.child('type'), type, 'Approved and Denied conditions are mutually exclusive'));
    }
  }
  return errors;
}

function validateTransition(conditions: Conditions, before: Conditions, mayDecide: boolean): FieldError[] {
  const errors: FieldError[] = [];
  for (const type of FINAL) {
    const now = ofType(conditions, type);
    const then = ofType(before, type);
    if (then.length > 0 && now.length === 0) {
      errors.push(fieldError.forbidden(CONDITIONS, `updates may not remove a condition of type "${type}"`));
    } else if (!mayDecide && DECISIONS.includes(type) && !sameJson(now, then)) {
      const verb = then.length === 0 ? 'add' : 'modify';
      errors.push(fieldError.forbidden(CONDITIONS, `updates may not ${verb} a condition of type "${type}"`));
    }
  }
  return errors;
}

const ofType = (conditions: Conditions, type: string): Conditions => conditions.filter((c) => c.type === type);

function validateCertificate(certificate: string | undefined, before: string | undefined): FieldError[] {
  if (certificate === before) return [];
  if (before) return [fieldError.forbidden(CERTIFICATE, 'updates may not modify existing certificate content')];
  if (!certificate) return [];
  const problem = certificateProblem(Buffer.from(certificate, 'base64').toString('latin1'));
  return problem === undefined ? [] : [fieldError.invalid(CERTIFICATE, '<certificate data>', problem)];
}

/** One or more CERTIFICATE blocks without headers, each a valid certificate (A-458, A-459, C-216). */
function certificateProblem(text: string): string | undefined {
  const blocks = pemBlocks(text);
  if (blocks.length === 0) return 'must contain at least one CERTIFICATE PEM block';
  for (const [index, { label, hasHeaders, der }] of blocks.entries()) {
    if (label !== 'CERTIFICATE') return `only CERTIFICATE PEM blocks are allowed, found "${label}"`;
    if (hasHeaders) return 'no PEM block headers are permitted';
    if (!readCertificate(der)) return `PEM block ${index} does not hold an X.509 certificate`;
  }
  return undefined;
}
