import type { CertificateAndKey } from '@orch/pki';
import { readTextIfPresent } from '@orch/process';

/** Source of the signing CA. */
export interface SigningAuthority {
  /** Undefined while there is none: requests then stay approved without a certificate (C-223). */
  load(): Promise<CertificateAndKey | undefined>;
}

/** Two PEM files, read for each signature so that a renewed authority needs no restart. */
export class FileSigningAuthority implements SigningAuthority {
  constructor(
    private readonly certificateFile: string,
    private readonly keyFile: string,
  ) {}

  async load(): Promise<CertificateAndKey | undefined> {
    // Missing: not created yet, or the CA is managed elsewhere.
    const [certificatePem, privateKeyPem] = await Promise.all([
      readTextIfPresent(this.certificateFile),
      readTextIfPresent(this.keyFile),
    ]);
    return certificatePem === undefined || privateKeyPem === undefined ? undefined : { certificatePem, privateKeyPem };
  }
}
