import type { Vocabulary } from '@orch/vocabulary';
import { defaultObjects } from './default-objects.js';
import { Rights } from './rights.js';

/** The rights of a newly started server. For tests. */
export function freshRights(vocabulary: Vocabulary): Rights {
  const rights = new Rights();
  const { roles, bindings } = defaultObjects(vocabulary);
  for (const { metadata, rules } of roles) rights.setRole(metadata.namespace ?? '', metadata.name!, rules);
  for (const { metadata, roleRef, subjects } of bindings) {
    rights.setBinding({ namespace: metadata.namespace ?? '', name: metadata.name!, roleRef, subjects });
  }
  return rights;
}
