import { createPublicKey } from 'node:crypto';
import type { BackupFile } from '@orch/storage';

const TOKEN_KEYS = 'sa.pub';
const SERVING_KEY = 'apiserver.key';

/**
 * A server on a data directory of its own signs tokens with the key of its serving certificate, where no flag names another. Elsewhere that certificate is
 * made anew, so its public key goes along among those that tokens are checked with: they stay good until they end.
 */
export function withServingKey(files: readonly BackupFile[]): readonly BackupFile[] {
  const serving = files.find(({ name }) => name === SERVING_KEY);
  const pem = serving && publicPartOf(serving.bytes);
  if (pem === undefined) return files;
  return files.map((file) =>
    file.name !== TOKEN_KEYS || file.bytes.includes(pem.trim())
      ? file
      : { ...file, bytes: Buffer.from(`${file.bytes.toString().trimEnd()}\n${pem}`) },
  );
}

function publicPartOf(privatePem: Buffer): string | undefined {
  try {
    return createPublicKey(privatePem).export({ type: 'spki', format: 'pem' }).toString();
  } catch {
    return undefined; // no key: the server makes another, and signed nothing with this one
  }
}
