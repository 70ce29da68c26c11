import { webcrypto } from 'node:crypto';
import type * as X509 from '@peculiar/x509';

let loaded: Promise<typeof X509> | undefined;

/**
 * The X.509 library on Node's own cryptography. Loaded at first use, once: it costs more start time than all other code
 * of a process that never issues a certificate.
 */
export function x509Library(): Promise<typeof X509> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<typeof X509> {
  await import('reflect-metadata'); // the library's dependency injection reads metadata while it is being loaded
  const library = await import('@peculiar/x509');
  library.cryptoProvider.set(webcrypto);
  return library;
}
