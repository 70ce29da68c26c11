import type { Vocabulary } from '@orch/vocabulary';
import { sameSet } from './certificate-signing-request.js';

const KEY_ENCIPHERMENT = 'key encipherment';

/** Why the usages of a request for the certificate of a node are invalid; undefined when they are valid. */
export function wrongNodeUsages(
  usages: readonly string[],
  purpose: 'client auth' | 'server auth',
  { answers }: Pick<Vocabulary, 'answers'>,
): string | undefined {
  const withoutEncipherment = ['digital signature', purpose];
  if (sameSet(usages, [KEY_ENCIPHERMENT, ...withoutEncipherment])) return undefined;
  if (answers.keyEnciphermentOfNodes === 'optional' && sameSet(usages, withoutEncipherment)) return undefined;
  return `usages must be exactly ${[KEY_ENCIPHERMENT, ...withoutEncipherment].join(', ')}`;
}
