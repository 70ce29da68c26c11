import { readFile } from 'node:fs/promises';
import type { CertificateAndKey } from '@orch/pki';

/** Where the signer finds the authority. */
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
    const [certificatePem, privateKeyPem] = await Promise.all([readText(this.certificateFile), readText(this.keyFile)]);
    return certificatePem === undefined || privateKeyPem === undefined ? undefined : { certificatePem, privateKeyPem };
  }
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code === 'ENOENT') return undefined; // not there yet, or meant to be kept elsewhere
    throw err;
  }
}
