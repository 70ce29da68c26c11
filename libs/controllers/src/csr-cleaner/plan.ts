import { parseTimeMs } from '@orch/apimachinery';
import { certificateValidity } from '@orch/pki';
import { csrPhase, lastChangeMs, type CertificateSigningRequest } from '../shared/certificate-signing-request.js';

const HOUR_MS = 3_600_000;

/** How long a request without a decision is kept. Source: A-495, B-340. */
const PENDING_MS = 24 * HOUR_MS;

/** How long a request is kept after its last change of state. Source: A-495, B-339. */
const DECIDED_MS = HOUR_MS;

/**
 * When a request expires, milliseconds since 1970: some time after its last change, or when its certificate
 * expires, whichever comes first. Undefined when it has no timestamps. Source, B-339..B-341.
 */
export function cleanupTime(csr: CertificateSigningRequest): number | undefined {
  const createdMs = parseTimeMs(csr.metadata.creationTimestamp ?? '');
  const pending = csrPhase(csr) === 'Pending';
  const sinceMs = pending ? createdMs : (lastChangeMs(csr) ?? createdMs);
  const unchangedMs = sinceMs === undefined ? Infinity : sinceMs + (pending ? PENDING_MS : DECIDED_MS);
  const at = Math.min(unchangedMs, certificateEndMs(csr));
  return Number.isFinite(at) ? at : undefined;
}

function certificateEndMs(csr: CertificateSigningRequest): number {
  const certificate = csr.status?.certificate;
  if (certificate === undefined || certificate === '') return Infinity;
  return certificateValidity(Buffer.from(certificate, 'base64').toString('latin1'))?.notAfterMs ?? Infinity;
}
