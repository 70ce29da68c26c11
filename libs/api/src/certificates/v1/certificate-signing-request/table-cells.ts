import { humanAge } from '@orch/apimachinery';
import type { CertificateSigningRequestStatus } from './certificate-signing-request.types.js';

/** `24h`, or `<none>` when the signer decides. */
export const durationText = (seconds: number | undefined): string =>
  seconds === undefined ? '<none>' : humanAge(seconds * 1000);

/** `Pending`, `Approved`, `Approved,Issued`, `Denied`, `Approved,Failed` (C-079). */
export function conditionText(status: CertificateSigningRequestStatus = {}): string {
  const types = new Set((status.conditions ?? []).map(({ type }) => type));
  const decision = types.has('Denied') ? 'Denied' : types.has('Approved') ? 'Approved' : undefined;
  const words = [
    ...(decision === undefined ? [] : [decision]),
    ...(types.has('Failed') ? ['Failed'] : []),
    ...(status.certificate ? ['Issued'] : []),
  ];
  return words.length === 0 ? 'Pending' : words.join(',');
}
