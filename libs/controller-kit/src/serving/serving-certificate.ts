import { readFile } from 'node:fs/promises';
import type { Clock } from '@orch/apimachinery';
import { UserFacingError } from '@orch/process';
import type { ServingOptions } from './serving-options.js';

const VALIDITY_DAYS = 365;

/** PEM texts of a certificate and its key. */
export interface ServingCertificate {
  readonly cert: string;
  readonly key: string;
}

/** @throws UserFacingError for files that cannot be read. */
export async function servingCertificate(
  { certificate }: ServingOptions,
  name: string,
  clock: Clock,
): Promise<ServingCertificate> {
  if (certificate) return readCertificate(certificate);
  const { createCertificateAuthority } = await import('@orch/pki');
  const { certificatePem, privateKeyPem } = await createCertificateAuthority({
    ...{ commonName: name, notBeforeMs: clock.now(), validityDays: VALIDITY_DAYS },
  });
  return { cert: certificatePem, key: privateKeyPem };
}

/** @throws UserFacingError */
export async function readCertificate({
  certFile,
  keyFile,
}: NonNullable<ServingOptions['certificate']>): Promise<ServingCertificate> {
  const read = async (flag: string, file: string): Promise<string> => {
    try {
      return await readFile(file, 'utf8');
    } catch (cause) {
      throw new UserFacingError(`flag --${flag}: ${(cause as Error).message}`, { cause });
    }
  };
  const [cert, key] = [await read('metrics-cert-file', certFile), await read('metrics-key-file', keyFile)];
  return { cert, key };
}
