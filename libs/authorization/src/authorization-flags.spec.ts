import { parseFlags, UsageError } from '@orch/process';
import type { AuthorizationOptions } from './authorization-options.js';
import { apiServerFlags, optionsFromFlags } from '@orch/server';

function authorization(...argv: string[]): AuthorizationOptions {
  const parsed = parseFlags(argv, apiServerFlags, { env: {} });
  if ('error' in parsed) throw new UsageError(parsed.error);
  return optionsFromFlags(parsed.values).authorization;
}
const POLICIES = '--authorization-policy-file=/etc/policies.jsonl';
const WEBHOOK = '--authorization-webhook-config-file=/etc/webhook.conf';

describe('flags of authorization', () => {
  it('the default mode is RBAC', () =>
    expect(authorization()).toEqual({ modes: ['RBAC'], policyFile: undefined, webhook: undefined }));
  it('D-068 D-069 modes keep their order', () => {
    const flags = ['--authorization-mode=AlwaysDeny,ABAC,Node', '--authorization-mode', 'RBAC,Webhook, AlwaysAllow'];
    expect(authorization(...flags, POLICIES, WEBHOOK).modes).toEqual([
      'AlwaysDeny',
      'ABAC',
      'Node',
      'RBAC',
      'Webhook',
      'AlwaysAllow',
    ]);
  });
  it('D-074 reads policies from a file', () =>
    expect(authorization('--authorization-mode=ABAC', POLICIES).policyFile).toBe('/etc/policies.jsonl'));
  it('D-076 defaults are v1beta1, five minutes and 30 seconds', () =>
    expect(authorization('--authorization-mode=Webhook', WEBHOOK).webhook).toEqual({
      configFile: '/etc/webhook.conf',
      version: 'v1beta1',
      authorizedTtlMs: 300_000,
      unauthorizedTtlMs: 30_000,
    }));
  it('D-076 version and cache times are configurable', () =>
    expect(
      authorization(
        '--authorization-mode=Webhook',
        WEBHOOK,
        '--authorization-webhook-version=v1',
        '--authorization-webhook-cache-authorized-ttl=1m',
        '--authorization-webhook-cache-unauthorized-ttl=0s',
      ).webhook,
    ).toMatchObject({ version: 'v1', authorizedTtlMs: 60_000, unauthorizedTtlMs: 0 }));

  it('D-077 a configuration file replaces the modes', () => {
    expect(authorization('--authorization-config=/etc/a.yaml')).toMatchObject({ configFile: '/etc/a.yaml', modes: [] });
    const withPolicies = authorization('--authorization-config=/etc/a.yaml', POLICIES);
    expect(withPolicies.policyFile).toBe('/etc/policies.jsonl'); // the file cannot contain policies
  });
  for (const flag of [
    '--authorization-mode=RBAC',
    '--authorization-mode=',
    WEBHOOK,
    '--authorization-webhook-version=v1beta1',
    '--authorization-webhook-cache-authorized-ttl=5m',
    '--authorization-webhook-cache-unauthorized-ttl=30s',
  ]) {
    it(`D-077 rejects ${flag} with a configuration file`, () => {
      const start = () => authorization('--authorization-config=/etc/a.yaml', flag);
      expect(start).toThrow(UsageError);
      expect(start).toThrow(`flag ${flag.split('=')[0]}: cannot be used with --authorization-config`);
    });
  }

  const refused: [id: string, argv: string[], message: string][] = [
    ['D-068', ['--authorization-mode=RBAC,Foo'], '--authorization-mode: "Foo" is not a mode: use Node, RBAC,'],
    ['D-068', ['--authorization-mode=rbac'], '"rbac" is not a mode'],
    ['D-068', ['--authorization-mode=RBAC,,Node'], '"" is not a mode'],
    ['D-068', ['--authorization-mode=RBAC,Node,RBAC'], '--authorization-mode: RBAC is listed twice'],
    ['D-068', ['--authorization-mode=RBAC', '--authorization-mode=RBAC'], 'RBAC is listed twice'],
    ['D-068', ['--authorization-mode='], 'needs at least one of'],
    ['D-074', ['--authorization-mode=ABAC'], '--authorization-policy-file: is needed by mode ABAC'],
    ['D-074', [POLICIES], '--authorization-policy-file: is read in mode ABAC only'],
    ['D-075', ['--authorization-mode=Webhook'], '--authorization-webhook-config-file: is needed by mode Webhook'],
    ['D-075', [WEBHOOK], '--authorization-webhook-config-file: is read in mode Webhook only'],
    ['D-077', ['--authorization-config='], '--authorization-config: needs the name of a file'],
    ['D-076', ['--authorization-mode=Webhook', WEBHOOK, '--authorization-webhook-version=v2'], 'one of v1beta1, v1'],
  ];
  for (const [id, argv, message] of refused) {
    it(`${id} refuses ${argv.join(' ')}`, () => {
      expect(() => authorization(...argv)).toThrow(UsageError);
      expect(() => authorization(...argv)).toThrow(message);
    });
  }
});
