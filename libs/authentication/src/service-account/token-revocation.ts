import { timingSafeEqual } from 'node:crypto';
import type { ApiObject } from '@orch/apimachinery';
import type { ObjectReader } from '@orch/registry';
import type { NamedObject, TokenSubject } from './token-claims.js';

/** A terminating pod may still call for this long after its deletion time. */
const GRACE_MS = 60_000;

const ACCOUNTS = { group: '', resource: 'serviceaccounts' };
const SECRETS = { group: '', resource: 'secrets' };
const PODS = { group: '', resource: 'pods' };
const NODES = { group: '', resource: 'nodes' };

/**
 * Why a token was revoked: its account or a bound object was deleted or replaced (B-026, D-039). Undefined when all
 * exist. HOT PATH (bench: get): called on every use, reads from memory.
 * @param token the whole token, for tokens of Secrets.
 */
export function whyRevoked(
  { namespace, account, pod, secret, node, keptIn }: TokenSubject,
  token: string,
  reader: ObjectReader,
  nowMs: number,
): string | undefined {
  if (!exists(reader.read(ACCOUNTS, namespace, account.name), account)) return 'its service account is gone';
  if (keptIn !== undefined && !holds(reader.read(SECRETS, namespace, keptIn), token)) return 'its secret is gone';
  if (secret && !exists(reader.read(SECRETS, namespace, secret.name), secret))
    return 'the secret it is bound to is gone';
  if (pod) {
    const current = reader.read(PODS, namespace, pod.name);
    if (!current || current.metadata.uid !== pod.uid || isOverdue(current, nowMs)) {
      return 'the pod it is bound to is gone';
    }
  } else if (node) {
    // For a token of a pod the node is informational.
    const current = reader.read(NODES, '', node.name);
    if (!current || current.metadata.uid !== node.uid || isOverdue(current, nowMs)) {
      return 'the node it is bound to is gone';
    }
  }
  return undefined;
}

const exists = (object: ApiObject | undefined, { uid }: NamedObject): boolean =>
  object !== undefined && object.metadata.uid === uid && object.metadata.deletionTimestamp === undefined;

function isOverdue({ metadata: { deletionTimestamp } }: ApiObject, nowMs: number): boolean {
  return deletionTimestamp !== undefined && Date.parse(deletionTimestamp) + GRACE_MS < nowMs;
}

/** The token of a Secret may have been replaced; then the old one is revoked. */
function holds(secret: ApiObject | undefined, token: string): boolean {
  if (!secret || secret.metadata.deletionTimestamp !== undefined) return false;
  const kept = (secret['data'] as Readonly<Record<string, unknown>> | undefined)?.['token'];
  if (typeof kept !== 'string') return false;
  const [a, b] = [Buffer.from(kept, 'base64'), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
