import type { Stored } from '@orch/storage';

/**
 * What is wrong with the value of an object; undefined when it is JSON. Checksums detect bytes that differ from those written; a store
 * that was damaged before it had checksums has checksums of damaged values.
 */
export function jsonDamage({ value }: Stored): string | undefined {
  try {
    JSON.parse(value.toString('utf8'));
    return undefined;
  } catch {
    return 'not JSON';
  }
}
