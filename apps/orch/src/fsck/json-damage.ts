import type { Stored } from '@orch/storage';

/**
 * What is wrong with the value of an object; undefined when it is JSON. Checksums tell whether bytes are those that were written; a store
 * that was damaged before it had checksums holds values that were wrong by then.
 */
export function jsonDamage({ value }: Stored): string | undefined {
  try {
    JSON.parse(value.toString('utf8'));
    return undefined;
  } catch {
    return 'not JSON';
  }
}
