import type { ClientConfiguration, Impersonation } from '@orch/client';
import type { GlobalOptions } from '../command-line/global-options.js';
import { UserError } from '../user-error.js';

/**
 * The impersonated user. `--as` names another user than the configuration, so uid, groups and extra values of the configuration
 * are not used with it; without `--as` each of the other flags replaces only its part (B-145, B-146, D-113).
 * @throws UserError.
 */
export function impersonation(
  configured: Impersonation | undefined,
  { as, asUid, asGroup, asUserExtra }: GlobalOptions,
): Pick<ClientConfiguration, 'impersonate'> {
  const base = as === undefined ? configured : { user: as };
  if (!base) {
    if (asUid ?? asGroup ?? asUserExtra) {
      throw new UserError('--as-uid, --as-group and --as-user-extra need --as');
    }
    return {};
  }
  return {
    impersonate: {
      ...base,
      ...(asUid === undefined ? {} : { uid: asUid }),
      ...(asGroup ? { groups: asGroup } : {}),
      ...(asUserExtra ? { extra: extraOf(asUserExtra) } : {}),
    },
  };
}

function extraOf(pairs: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const values = new Map<string, readonly string[]>();
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals < 1) throw new UserError(`--as-user-extra=${pair}: write KEY=VALUE`);
    const key = pair.slice(0, equals);
    values.set(key, [...(values.get(key) ?? []), pair.slice(equals + 1)]);
  }
  return Object.fromEntries(values);
}
