import type { UserInfo } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import type { ObjectReader } from '@orch/registry';
import { requireNodeName } from '@orch/authorization';
import { partText, type TextReader } from '../part-text.js';

const PODS = { group: '', resource: 'pods' };

/**
 * A node may evict only pods bound to it. Checked before the disruption budget is charged. Other users are not restricted.
 * @throws ApiError Forbidden, also for a node without a name; NotFound for a pod that does not exist.
 */
export function checkNodeEviction(
  user: UserInfo,
  reader: Pick<ObjectReader, 'has'> & TextReader,
  namespace: string,
  name: string,
): void {
  const ref = { ...PODS, name };
  const node = requireNodeName(user, ref);
  if (node === undefined) return;
  if (!reader.has(PODS, namespace, name)) throw ApiError.notFound(ref);
  if (partText(reader, PODS, namespace, name, ['spec', 'nodeName']) !== node) {
    throw ApiError.forbidden(ref, `node ${node} can only evict pods with spec.nodeName set to itself`);
  }
}
