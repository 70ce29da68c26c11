import { timingSafeEqual } from 'node:crypto';
import type { ApiObject } from '@orch/apimachinery';
import type { ObjectReader } from '@orch/registry';
import type { NamedObject, TokenSubject } from './token-claims.js';

/** A pod that is being ended still may call for this long after it should be gone. */
const GRACE_MS = 60_000;

const ACCOUNTS = { group: '', resource: 'serviceaccounts' };
const SECRETS = { group: '', resource: 'secrets' };
const PODS = { group: '', resource: 'pods' };
const NODES = { group: '', resource: 'nodes' };

/**
 * Why a token is no longer good though it once was: what it stands for or is bound to is gone, or is another by now (B-026, D-039).
 * Undefined when all of it is there. HOT PATH (bench: get): asked on every use, reads from memory.
 * @param token the whole token, for those that must still lie in their Secret.
 */
export function whyRevoked(
  { namespace, account, pod, secret, node, keptIn }: TokenSubject,
  token: string,
  reader: ObjectReader,
  nowMs: number,
): string | undefined {
  if (!stands(reader.read(ACCOUNTS, namespace, account.name), account)) return 'its service account is gone';
  if (keptIn !== undefined && !holds(reader.read(SECRETS, namespace, keptIn), token)) return 'its secret is gone';
  if (secret && !stands(reader.read(SECRETS, namespace, secret.name), secret))
    return 'the secret it is bound to is gone';
  if (pod) {
    const standing = reader.read(PODS, namespace, pod.name);
    if (!standing || standing.metadata.uid !== pod.uid || isOverdue(standing, nowMs)) {
      return 'the pod it is bound to is gone';
    }
  } else if (node) {
    // On a token of a pod the node only says where the pod is.
    const standing = reader.read(NODES, '', node.name);
    if (!standing || standing.metadata.uid !== node.uid || isOverdue(standing, nowMs)) {
      return 'the node it is bound to is gone';
    }
  }
  return undefined;
}

const stands = (object: ApiObject | undefined, { uid }: NamedObject): boolean =>
  object !== undefined && object.metadata.uid === uid && object.metadata.deletionTimestamp === undefined;

function isOverdue({ metadata: { deletionTimestamp } }: ApiObject, nowMs: number): boolean {
  return deletionTimestamp !== undefined && Date.parse(deletionTimestamp) + GRACE_MS < nowMs;
}

/** The token that a Secret holds may have been exchanged; then the old one is revoked. */
function holds(secret: ApiObject | undefined, token: string): boolean {
  if (!secret || secret.metadata.deletionTimestamp !== undefined) return false;
  const kept = (secret['data'] as Readonly<Record<string, unknown>> | undefined)?.['token'];
  if (typeof kept !== 'string') return false;
  const [a, b] = [Buffer.from(kept, 'base64'), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
