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
