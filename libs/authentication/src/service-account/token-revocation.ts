import { timingSafeEqual } from 'node:crypto';
import type { ObjectIdentity, PartReader } from '@orch/registry';
import type { NamedObject, TokenSubject } from './token-claims.js';

/** A terminating pod may still call for this long after its deletion time. */
const GRACE_MS = 60_000;

const ACCOUNTS = { group: '', resource: 'serviceaccounts' };
export const SECRETS = { group: '', resource: 'secrets' };
const PODS = { group: '', resource: 'pods' };
const NODES = { group: '', resource: 'nodes' };

/**
 * Why a token was revoked: its account or a bound object was deleted or replaced (B-026, D-039). Undefined when all
 * exist. HOT PATH (bench: get): called on every use, reads from memory. The objects may have megabytes: they are not decoded.
 * @param token the whole token, for tokens of Secrets.
 */
export function whyRevoked(
  { namespace, account, pod, secret, node, keptIn }: TokenSubject,
  token: string,
  reader: PartReader,
  nowMs: number,
): string | undefined {
  if (!exists(reader.identityOf(ACCOUNTS, namespace, account.name), account)) return 'its service account is gone';
  if (keptIn !== undefined && !holds(reader, namespace, keptIn, token)) return 'its secret is gone';
  if (secret && !exists(reader.identityOf(SECRETS, namespace, secret.name), secret))
    return 'the secret it is bound to is gone';
  if (pod) {
    const current = reader.identityOf(PODS, namespace, pod.name);
    if (!current || current.uid !== pod.uid || isOverdue(current, nowMs)) {
      return 'the pod it is bound to is gone';
    }
  } else if (node) {
    // For a token of a pod the node is informational.
    const current = reader.identityOf(NODES, '', node.name);
    if (!current || current.uid !== node.uid || isOverdue(current, nowMs)) {
      return 'the node it is bound to is gone';
    }
  }
  return undefined;
}

/** Whether the Secret of a token has the label that rejects it. Checked for tokens that are valid otherwise. */
export function isMarkedInvalid({ namespace, keptIn }: TokenSubject, reader: PartReader, label: string): boolean {
  if (keptIn === undefined) return false;
  const text = reader.partOf(SECRETS, namespace, keptIn, ['metadata', 'labels', label]);
  return text !== undefined && JSON.parse(text.toString()) !== '';
}

const exists = (object: ObjectIdentity | undefined, { uid }: NamedObject): boolean =>
  object !== undefined && object.uid === uid && object.deletionTimestamp === undefined;

function isOverdue({ deletionTimestamp }: ObjectIdentity, nowMs: number): boolean {
  return deletionTimestamp !== undefined && Date.parse(deletionTimestamp) + GRACE_MS < nowMs;
}

/** The token of a Secret may have been replaced; then the old one is revoked. */
function holds(reader: PartReader, namespace: string, secret: string, token: string): boolean {
  const identity = reader.identityOf(SECRETS, namespace, secret);
  if (!identity || identity.deletionTimestamp !== undefined) return false;
  const text = reader.partOf(SECRETS, namespace, secret, ['data', 'token']);
  const kept: unknown = text && JSON.parse(text.toString());
  if (typeof kept !== 'string') return false;
  const [a, b] = [Buffer.from(kept, 'base64'), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
