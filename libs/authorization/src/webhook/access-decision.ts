import type { UserInfo } from '@orch/api';
import type { RequestInfo, Decision } from '@orch/http';
import { type Fields, WebhookError } from '@orch/webhook';

/**
 * The `spec` of a SubjectAccessReview (D-075), without empty fields.
 * @param groups name of the field of the groups, which differs in v1beta1 (B-474).
 */
export function accessQuestion(user: UserInfo, info: RequestInfo, groups: 'group' | 'groups'): object {
  const { verb, group, version, resource, subresource, name, namespace, path, selectors } = info;
  return {
    ...(info.isResource
      ? {
          resourceAttributes: {
            ...filled({ namespace, verb, group, version, resource, subresource, name }),
            ...selectors,
          },
        }
      : { nonResourceAttributes: { path, verb } }),
    user: user.username,
    ...(user.groups.length === 0 ? {} : { [groups]: user.groups }),
    ...(user.extra === undefined ? {} : { extra: user.extra }),
    ...(user.uid === undefined ? {} : { uid: user.uid }),
  };
}

/** More than the user and the URL of a request have. Only an access review may have more, with a name of its body. */
const MAX_CHARACTERS = 512 * 1_024;

/** Whether a `spec` is too long to be sent: it is encoded in one turn of the event loop. */
export const isTooLong = (spec: object): boolean => charactersOf(spec) > MAX_CHARACTERS;

function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + charactersOf(item), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce((sum, [key, inside]) => sum + key.length + charactersOf(inside), 0);
}

/**
 * Decodes the status of a SubjectAccessReview: allowed, denied, or no opinion.
 * @throws WebhookError.
 */
export function accessDecision({ allowed = false, denied = false, reason, evaluationError }: Fields): Decision {
  if (typeof allowed !== 'boolean') throw broken('status.allowed');
  if (typeof denied !== 'boolean') throw broken('status.denied');
  const said = { reason: shortText(reason), ...(evaluationError ? { error: shortText(evaluationError) } : {}) };
  if (!denied) return { allowed, ...said };
  // Both set means denied, the safe interpretation.
  const both = { error: 'the authorization webhook both allowed and denied' };
  return { allowed: false, denied: true, ...said, ...(allowed && both) };
}

/** Longer texts of a webhook are truncated. */
const MAX_REASON_CHARS = 1_024;

const shortText = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MAX_REASON_CHARS) : '');

const broken = (field: string): WebhookError =>
  new WebhookError(`the answer of the authorization webhook has no good ${field}`);

const filled = (attributes: Readonly<Record<string, string>>): object =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== ''));
