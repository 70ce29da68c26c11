import { oidcFlags } from '@orch/authentication';
import { parseFlags, UsageError } from '@orch/process';
import { dashboardFlags, dashboardOptions } from './dashboard-flags.js';

function read(...argv: string[]) {
  const parsed = parseFlags(argv, [dashboardFlags, oidcFlags]);
  if ('error' in parsed) throw new Error(parsed.error);
  return dashboardOptions(parsed.values as never);
}
const own = ['--dashboard-oidc-client-id=page'];
const tokens = ['--oidc-issuer-url=https://issuer.example', '--oidc-client-id=x', '--oidc-ca-file=/ca'];

it('by default there is a dashboard, without a login of its own', () => {
  expect(read()).toEqual({ dashboard: true, dashboardLinkDigest: undefined, dashboardOidc: undefined });
  expect(read('--dashboard=false').dashboard).toBe(false);
});

it('the issuer is that of accepted tokens, with its CA, or another one', () => {
  const base = { clientId: 'page', clientSecretFile: undefined, scopes: ['openid', 'profile', 'email'] };
  expect(read(...own, ...tokens).dashboardOidc).toEqual({
    ...base,
    issuerUrl: 'https://issuer.example',
    caFile: '/ca',
  });
  const other = '--dashboard-oidc-issuer-url=https://other.example';
  expect(read(...own, ...tokens, other).dashboardOidc).toEqual({
    ...base,
    issuerUrl: 'https://other.example',
    caFile: undefined,
  });
});

it.each([
  [['--dashboard-link-digest=abc'], 'must be the SHA-256 of a code'],
  [own, 'needs --dashboard-oidc-issuer-url'],
  [['--dashboard-oidc-ca-file=/ca'], 'flag --dashboard-oidc-ca-file: needs --dashboard-oidc-client-id'],
  [[...own, '--dashboard-oidc-issuer-url=http://issuer.example'], 'must be an https URL'],
  [[...own, ...tokens, '--dashboard-oidc-scopes=profile'], 'must contain openid'],
])('refuses %j: %s', (argv, message) => {
  expect(() => read(...argv)).toThrow(UsageError);
  expect(() => read(...argv)).toThrow(message);
});
