import { parseFlags, UsageError } from '@orch/process';
import { DEFAULT_SERVICE_ACCOUNT_OPTIONS } from './service-account-options.js';
import { serviceAccountFlags, serviceAccountOptions } from './service-account-flags.js';

function options(...argv: string[]) {
  const parsed = parseFlags(argv, [serviceAccountFlags] as const, { env: {} });
  if ('error' in parsed) throw new UsageError(parsed.error);
  return serviceAccountOptions(parsed.values);
}

describe('service account token flags', () => {
  it('D-026 have the same defaults as the options', () => expect(options()).toEqual(DEFAULT_SERVICE_ACCOUNT_OPTIONS));

  it('D-027 D-028 D-029 keys, issuers and audiences may be repeated', () =>
    expect(
      options(
        '--service-account-key-file=a,b',
        '--service-account-key-file=c',
        '--service-account-signing-key-file=s',
        '--service-account-issuer=https://one.example',
        '--service-account-issuer=two',
        '--api-audiences=x,y',
      ),
    ).toMatchObject({
      keyFiles: ['a,b', 'c'],
      signingKeyFile: 's',
      issuers: ['https://one.example', 'two'],
      apiAudiences: ['x', 'y'],
    }));

  it('B-027 D-030 D-046 lookup, lifetimes and key URL', () =>
    expect(
      options(
        '--service-account-lookup=false',
        '--service-account-max-token-expiration=1h',
        '--service-account-extend-token-expiration=false',
        '--service-account-jwks-uri=https://keys.example/jwks',
      ),
    ).toMatchObject({
      lookup: false,
      maxExpirationSeconds: 3_600,
      extendExpiration: false,
      jwksUri: 'https://keys.example/jwks',
    }));

  const refused: [flag: string, text: string][] = [
    ['--service-account-max-token-expiration=59m', 'must be from 1h to 2^32 seconds, or 0 for no limit'],
    ['--service-account-max-token-expiration=2000000h', 'must be from 1h to 2^32 seconds'],
    ['--service-account-issuer=', 'must be a name, or a URL'],
    ['--service-account-issuer=https://', 'must be a name, or a URL'],
    ['--service-account-jwks-uri=http://keys.example', 'must be an https URL'],
    ['--service-account-jwks-uri=keys', 'must be an https URL'],
  ];
  for (const [flag, text] of refused) {
    it(`rejects ${flag}`, () => {
      expect(() => options(flag)).toThrow(UsageError);
      expect(() => options(flag)).toThrow(text);
    });
  }
});
