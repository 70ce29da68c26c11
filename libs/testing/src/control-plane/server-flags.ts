import { join } from 'node:path';
import type { PlaneOrder } from './plane-parts.js';

/** The flags that were asked for and, as `up` does where controllers follow, one key for all tokens of service accounts. */
export function serverFlags({ command, flags }: PlaneOrder, dataDir: string): readonly string[] {
  const isNamed = flags.some((flag) => flag.startsWith('--service-account-'));
  if (command === 'apiserver' || isNamed) return flags;
  return [`--service-account-key-file=${join(dataDir, 'pki', 'sa.key')}`, ...flags];
}
