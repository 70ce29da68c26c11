import type { DefaultPolicy } from '@orch/authorization';
import { controllerRoles } from '@orch/controller-rights';
import type { Vocabulary } from '@orch/vocabulary';

/** Default roles of the built-in controllers, bound to their service accounts. @param isServed whether a version of a resource is served. */
export function controllerPolicy(
  vocabulary: Vocabulary,
  isServed: Parameters<typeof controllerRoles>[1],
): DefaultPolicy {
  const all = controllerRoles(vocabulary, isServed);
  return {
    roles: all.map(({ name, namespace, rules }) => ({
      name,
      rules,
      ...(namespace === undefined ? {} : { namespace }),
    })),
    bindings: all.map(({ name, namespace, account }) => ({
      name,
      role: { kind: namespace === undefined ? 'ClusterRole' : 'Role', name },
      subjects: [{ kind: 'ServiceAccount', ...account }],
      ...(namespace === undefined ? {} : { namespace }),
    })),
  };
}
