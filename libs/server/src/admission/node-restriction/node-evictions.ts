import type { Pod, UserInfo } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import type { ObjectReader } from '@orch/registry';
import { nodeOf } from '../../authorization/node/node-identity.js';

/**
 * A node evicts pods bound to it, judged before a disruption budget is charged. Other users are not looked at.
 * @throws ApiError Forbidden; NotFound for a pod that does not exist.
 */
export function checkNodeEviction(user: UserInfo, reader: ObjectReader, namespace: string, name: string): void {
  const node = nodeOf(user);
  if (node === undefined) return;
  const ref = { group: '', resource: 'pods', name };
  const pod = reader.read({ group: '', resource: 'pods' }, namespace, name) as Pod | undefined;
  if (!pod) throw ApiError.notFound(ref);
  if (pod.spec?.nodeName !== node) {
    throw ApiError.forbidden(ref, `node ${node} can only evict pods with spec.nodeName set to itself`);
  }
}
