import { parseTimeMs } from '@orch/apimachinery';
import { builtinResources, type HasMetadata, type ResourceLike } from '@orch/client';

/** A CertificateSigningRequest, with the fields that controllers use. */
export interface CertificateSigningRequest extends HasMetadata {
  readonly spec: {
    /** Base64 of PEM. */
    readonly request: string;
    readonly signerName: string;
    readonly usages?: readonly string[];
    readonly expirationSeconds?: number;
    /** The creator; set by the server. */
    readonly username?: string;
    readonly groups?: readonly string[];
    readonly uid?: string;
    readonly extra?: Readonly<Record<string, readonly string[]>>;
  };
  readonly status?: {
    /** Base64 of PEM. */
    readonly certificate?: string;
    readonly conditions?: readonly CsrCondition[];
  };
}

interface CsrCondition {
  /** `Approved`, `Denied`, `Failed`, or a signer's own. */
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastUpdateTime?: string;
  readonly lastTransitionTime?: string;
}

export const certificateSigningRequests =
  builtinResources.certificateSigningRequests as ResourceLike<CertificateSigningRequest>;

export type CsrPhase = 'Pending' | 'Approved' | 'Denied' | 'Failed' | 'Issued';

/** The phase of a request. Final states take precedence: failed, denied, issued, approved. */
export function csrPhase(csr: CertificateSigningRequest): CsrPhase {
  if (hasCondition(csr, 'Failed')) return 'Failed';
  if (hasCondition(csr, 'Denied')) return 'Denied';
  if ((csr.status?.certificate ?? '') !== '') return 'Issued';
  return hasCondition(csr, 'Approved') ? 'Approved' : 'Pending';
}

const hasCondition = (csr: CertificateSigningRequest, type: string): boolean =>
  csr.status?.conditions?.some((condition) => condition.type === type) ?? false;

/** Time of the last condition change, milliseconds since 1970; undefined without a timestamp. */
export function lastChangeMs(csr: CertificateSigningRequest): number | undefined {
  let latest: number | undefined;
  for (const condition of csr.status?.conditions ?? []) {
    const at = parseTimeMs(condition.lastUpdateTime ?? condition.lastTransitionTime ?? '');
    if (at !== undefined && (latest === undefined || at > latest)) latest = at;
  }
  return latest;
}

/** The request with an additional condition; the server sets the timestamps. */
export const withCondition = (
  csr: CertificateSigningRequest,
  condition: { type: string; reason: string; message: string },
): CertificateSigningRequest => ({
  ...csr,
  status: { ...csr.status, conditions: [...(csr.status?.conditions ?? []), { ...condition, status: 'True' }] },
});

/** The decoded PEM text of `spec.request`. */
export const requestPem = (csr: CertificateSigningRequest): string =>
  Buffer.from(csr.spec.request, 'base64').toString('latin1');

/** Whether both contain the same names, ignoring order and duplicates. */
export function sameSet(left: readonly string[], right: readonly string[]): boolean {
  const a = new Set(left);
  const b = new Set(right);
  return a.size === b.size && [...a].every((entry) => b.has(entry));
}
