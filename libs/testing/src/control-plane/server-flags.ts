import { join } from 'node:path';
import type { PlaneOrder } from './plane-parts.js';

/** The requested flags and, with controllers, one key for all service account tokens, as `up` does. */
export function serverFlags({ command, flags }: PlaneOrder, dataDir: string): readonly string[] {
  const isNamed = flags.some((flag) => flag.startsWith('--service-account-'));
  if (command === 'apiserver' || isNamed) return flags;
  return [`--service-account-key-file=${join(dataDir, 'pki', 'sa.key')}`, ...flags];
}
