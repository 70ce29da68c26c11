import { ReleaseGates } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';
import { defaultObjects } from './default-objects.js';
import { RbacIndex } from './rbac-index.js';

/** An index of the default roles and bindings, as after the first start. For tests. */
export function indexOfDefaultRoles(vocabulary: Vocabulary): RbacIndex {
  const index = new RbacIndex();
  const { roles, bindings } = defaultObjects(vocabulary, new ReleaseGates());
  for (const { metadata, rules } of roles) index.setRole(metadata.namespace ?? '', metadata.name!, rules);
  for (const { metadata, roleRef, subjects } of bindings) {
    index.setBinding({ namespace: metadata.namespace ?? '', name: metadata.name!, roleRef, subjects });
  }
  return index;
}
