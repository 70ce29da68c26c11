import { createPublicKey } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes the key pair that signs service account tokens to a new data directory, in the format of a server. One
 * pair serves a whole test run (test/support/token-key.cjs), because generating one takes longer than the rest of a start. Outside
 * of a test run the server generates its own.
 */
export async function giveTokenKey(dataDir: string): Promise<void> {
  const pem = process.env['ORCH_TEST_TOKEN_KEY'];
  if (pem === undefined) return;
  const pki = join(dataDir, 'pki');
  await mkdir(pki, { recursive: true, mode: 0o700 });
  await writeFile(join(pki, 'sa.key'), pem, { mode: 0o600 });
  await writeFile(join(pki, 'sa.pub'), createPublicKey(pem).export({ type: 'spki', format: 'pem' }));
}
