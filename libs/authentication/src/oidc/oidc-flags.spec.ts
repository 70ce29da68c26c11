import { parseFlags, UsageError } from '@orch/process';
import type { OidcOptions } from './oidc-options.js';
import { apiServerFlags, optionsFromFlags } from '@orch/server';

function oidc(...argv: string[]): OidcOptions | undefined {
  const parsed = parseFlags(argv, apiServerFlags, { env: {} });
  if ('error' in parsed) throw new UsageError(parsed.error);
  return optionsFromFlags(parsed.values).oidc;
}
const ISSUER = '--oidc-issuer-url=https://issuer.example.com';
const both = [ISSUER, '--oidc-client-id=orch-cli'];

describe('OpenID Connect flags', () => {
  it('B-045 OIDC is off without them', () => expect(oidc()).toBeUndefined());
  it('B-049 B-053 the two required flags are sufficient', () =>
    expect(oidc(...both)).toEqual({
      issuerUrl: 'https://issuer.example.com',
      clientId: 'orch-cli',
      usernameClaim: 'sub',
      usernamePrefix: undefined,
      groupsClaim: undefined,
      groupsPrefix: '',
      requiredClaims: [],
      signingAlgorithms: ['RS256'],
      caFile: undefined,
    }));
  it('B-059 required claims accumulate and may contain commas', () =>
    expect(oidc(...both, '--oidc-required-claim=a=1,2', '--oidc-required-claim', 'b==')).toMatchObject({
      requiredClaims: [
        { claim: 'a', value: '1,2' },
        { claim: 'b', value: '=' },
      ],
    }));
  it('D-049 algorithms are a list', () =>
    expect(oidc(...both, '--oidc-signing-algs=ES256,PS512')).toMatchObject({ signingAlgorithms: ['ES256', 'PS512'] }));

  const refused: readonly [id: string, argv: string[], message: string][] = [
    ['B-045', ['--oidc-issuer-url=http://issuer.example.com', '--oidc-client-id=c'], 'must begin with https://'],
    ['B-045', ['--oidc-issuer-url=issuer.example.com', '--oidc-client-id=c'], 'must be a URL'],
    ['B-045', ['--oidc-issuer-url=https://i.example.com?x=1', '--oidc-client-id=c'], 'must not hold a query'],
    ['B-045', ['--oidc-issuer-url=https://i.example.com/#x', '--oidc-client-id=c'], 'must not hold a fragment'],
    ['B-045', ['--oidc-issuer-url=https://u:p@i.example.com', '--oidc-client-id=c'], 'must not hold a user name'],
    ['B-047', [ISSUER], '--oidc-client-id: is needed with --oidc-issuer-url'],
    ['B-047', [ISSUER, '--oidc-client-id='], '--oidc-client-id: is needed'],
    ['B-047', ['--oidc-client-id=orch-cli'], '--oidc-client-id: needs --oidc-issuer-url'],
    ['B-045', ['--oidc-ca-file=/x'], '--oidc-ca-file: needs --oidc-issuer-url'],
    ['B-045', ['--oidc-required-claim=a=b'], '--oidc-required-claim: needs --oidc-issuer-url'],
    ['B-058', [...both, '--oidc-required-claim=a'], '--oidc-required-claim=a: must be CLAIM=VALUE'],
    ['B-058', [...both, '--oidc-required-claim==b'], 'must be CLAIM=VALUE'],
    ['D-049', [...both, '--oidc-signing-algs=HS256'], '--oidc-signing-algs=HS256: must be among RS256'],
    ['D-049', [...both, '--oidc-signing-algs=none'], '--oidc-signing-algs=none: must be among'],
    ['D-049', [...both, '--oidc-signing-algs=RS256,EdDSA'], '--oidc-signing-algs=EdDSA: must be among'],
    ['D-049', [...both, '--oidc-signing-algs=rs256'], '--oidc-signing-algs=rs256: must be among'],
  ];
  for (const [id, argv, message] of refused) {
    it(`${id} rejects ${argv.join(' ')}`, () => {
      expect(() => oidc(...argv)).toThrow(UsageError);
      expect(() => oidc(...argv)).toThrow(message);
    });
  }
});
