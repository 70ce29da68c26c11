import { createPublicKey } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Gives a data directory that no server has seen the pair that signs tokens of service accounts, as a server keeps its own. One
 * pair serves a whole run of the tests (test/support/token-key.cjs): to make one takes longer than the rest of a start. Outside
 * of such a run the server makes its own.
 */
export async function giveTokenKey(dataDir: string): Promise<void> {
  const pem = process.env['ORCH_TEST_TOKEN_KEY'];
  if (pem === undefined) return;
  const pki = join(dataDir, 'pki');
  await mkdir(pki, { recursive: true, mode: 0o700 });
  await writeFile(join(pki, 'sa.key'), pem, { mode: 0o600 });
  await writeFile(join(pki, 'sa.pub'), createPublicKey(pem).export({ type: 'spki', format: 'pem' }));
}
