import type { Vocabulary } from '@orch/vocabulary';

/**
 * Stored resources that authentication and authorization read, by plural and group: service accounts and objects that tokens are bound to,
 * roles and bindings, and objects that determine what a node may read.
 */
export function decidingResources({ groups }: Pick<Vocabulary, 'groups'>): ReadonlySet<string> {
  const ofTokens = ['serviceaccounts', 'secrets', 'pods', 'nodes', 'namespaces'];
  const roles = ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'].map(
    (plural) => `${plural}.${groups.rbac}`,
  );
  const ofNodes = ['persistentvolumeclaims', 'persistentvolumes', `volumeattachments.${groups.storage}`];
  return new Set([...ofTokens, ...roles, ...ofNodes]);
}
