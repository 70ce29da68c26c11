import { createPublicKey } from 'node:crypto';
import type { BackupFile } from '@orch/storage';

const TOKEN_KEYS = 'sa.pub';
const SERVING_KEY = 'apiserver.key';

/**
 * A server on a data directory of its own signs tokens with the key of its serving certificate, where no flag names another. Elsewhere that certificate is
 * created again, so its public key is added to the keys that verify tokens: existing tokens stay valid until they expire.
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
    return undefined; // not a key: the server creates another one, and signed nothing with this one
  }
}
