import { parseFlags, UsageError } from '@orch/process';
import type { WebhookTokenOptions } from './webhook-token-options.js';
import { apiServerFlags, optionsFromFlags } from '@orch/server';

function webhook(...argv: string[]): WebhookTokenOptions | undefined {
  const parsed = parseFlags(argv, apiServerFlags, { env: {} });
  if ('error' in parsed) throw new UsageError(parsed.error);
  return optionsFromFlags(parsed.values).webhookTokens;
}
const FILE = '--authentication-token-webhook-config-file=/etc/webhook.conf';

describe('token webhook flags', () => {
  it('B-073 the webhook is off without the file', () => expect(webhook()).toBeUndefined());
  it('B-078 B-080 B-342 defaults are v1beta1 and two minutes', () =>
    expect(webhook(FILE)).toEqual({ configFile: '/etc/webhook.conf', version: 'v1beta1', cacheTtlMs: 120_000 }));
  it('D-248 the default is v1beta1 also in releases without that version of the API', () =>
    expect(webhook(FILE, '--emulated-version=1.22')).toMatchObject({ version: 'v1beta1' }));
  it('B-078 B-079 version and cache time can be set', () => {
    const flags = ['--authentication-token-webhook-version=v1', '--authentication-token-webhook-cache-ttl=0s'];
    expect(webhook(FILE, ...flags)).toMatchObject({ version: 'v1', cacheTtlMs: 0 });
  });
  for (const version of ['v2', 'v1alpha1', 'authentication.orch.io/v1', '']) {
    it(`D-061 rejects version "${version}"`, () => {
      const flag = `--authentication-token-webhook-version=${version}`;
      expect(() => webhook(FILE, flag)).toThrow('must be one of v1beta1, v1');
    });
  }
  it('rejects a file without a name', () =>
    expect(() => webhook('--authentication-token-webhook-config-file=')).toThrow('needs the name of a file'));
});
