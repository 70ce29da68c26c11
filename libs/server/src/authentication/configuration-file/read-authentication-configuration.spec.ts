import {
  AuthenticationConfigurationError,
  readAuthenticationConfiguration,
  type ConfigurationSurroundings,
} from './read-authentication-configuration.js';

const surroundings: ConfigurationSurroundings = {
  group: 'apiserver.config.orch.io',
  hostRoots: ['ROOTS'],
  ownIssuers: ['https://orch.default.svc.cluster.local'],
  anonymousFlag: false,
};
const head = { apiVersion: 'apiserver.config.orch.io/v1beta1', kind: 'AuthenticationConfiguration' };
const issuer = { url: 'https://a.example.com', audiences: ['orch-cli'] };
const claimMappings = { username: { claim: 'sub', prefix: '' } };
const jwt = { issuer, claimMappings };
const read = (document: unknown, changes: Partial<ConfigurationSurroundings> = {}) =>
  readAuthenticationConfiguration(typeof document === 'string' ? document : JSON.stringify(document), {
    ...surroundings,
    ...changes,
  });
const one = (entry: object) => ({ ...head, jwt: [{ ...jwt, ...entry }] });

describe('authentication configuration', () => {
  for (const version of ['v1alpha1', 'v1beta1', 'v1']) {
    it(`D-055 is read in version ${version}`, () =>
      expect(read({ ...head, apiVersion: `apiserver.config.orch.io/${version}`, jwt: [jwt] })).toEqual({
        issuers: [
          {
            source: {
              issuer: 'https://a.example.com',
              discoveryUrl: 'https://a.example.com/.well-known/openid-configuration',
              authorities: ['ROOTS'],
            },
            audiences: ['orch-cli'],
            signingAlgorithms: ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512'],
            mappings: { username: { claim: 'sub', prefix: '' } },
            requiredClaims: [],
            idTokensOnly: false,
          },
        ],
        anonymous: undefined,
        refusedAuthorities: [],
      }));
  }

  it('D-055 has the group of the vocabulary', () => {
    const kubernetes = { ...head, apiVersion: 'apiserver.config.k8s.io/v1beta1', jwt: [jwt] };
    expect(read(kubernetes, { group: 'apiserver.config.k8s.io' }).issuers).toHaveLength(1);
    expect(() => read(kubernetes)).toThrow('apiVersion: must be among apiserver.config.orch.io/v1alpha1');
  });

  it('D-055 is read as YAML', () =>
    expect(
      read(
        'apiVersion: apiserver.config.orch.io/v1\nkind: AuthenticationConfiguration\njwt:\n- issuer: {url: "https://a.example.com", audiences: [x]}\n  claimMappings: {username: {claim: sub, prefix: "a:"}}\n',
      ).issuers[0]?.mappings.username,
    ).toEqual({ claim: 'sub', prefix: 'a:' }));

  it('D-056 holds several issuers, with several audiences, and documents that stand elsewhere', () => {
    const several = { ...issuer, audiences: ['a', 'b'], audienceMatchPolicy: 'MatchAny' };
    const elsewhere = { ...issuer, url: 'https://b.example.com', discoveryURL: 'https://c.example.com/discovery' };
    const { issuers } = read({
      ...head,
      jwt: [
        { ...jwt, issuer: several },
        { ...jwt, issuer: elsewhere },
      ],
    });
    expect(issuers.map(({ source, audiences }) => [source.issuer, source.discoveryUrl, audiences])).toEqual([
      ['https://a.example.com', 'https://a.example.com/.well-known/openid-configuration', ['a', 'b']],
      ['https://b.example.com', 'https://c.example.com/discovery', ['orch-cli']],
    ]);
  });

  it('maps claims to groups and uid, and requires claims', () =>
    expect(
      read(
        one({
          claimMappings: {
            username: { claim: 'sub', prefix: 'a:' },
            groups: { claim: 'roles', prefix: 'g:' },
            uid: { claim: 'oid' },
          },
          claimValidationRules: [{ claim: 'hd', requiredValue: 'example.com' }, { claim: 'empty' }],
        }),
      ).issuers[0],
    ).toMatchObject({
      mappings: {
        username: { claim: 'sub', prefix: 'a:' },
        groups: { claim: 'roles', prefix: 'g:' },
        uid: { claim: 'oid' },
      },
      requiredClaims: [
        { claim: 'hd', value: 'example.com' },
        { claim: 'empty', value: '' },
      ],
    }));

  it('D-067 says who may come without credentials', () => {
    const anonymous = (settings: object) => read({ ...head, anonymous: settings }).anonymous;
    expect(anonymous({ enabled: false })).toEqual({ enabled: false, paths: undefined });
    expect(anonymous({ enabled: true })).toEqual({ enabled: true, paths: undefined });
    expect(anonymous({ enabled: true, conditions: [{ path: '/livez' }] })).toEqual({
      enabled: true,
      paths: ['/livez'],
    });
  });

  const long = { ...issuer, url: 'https://b.example.com' };
  const refused: readonly [id: string, name: string, document: unknown, problem: string][] = [
    ['D-055', 'another kind', { ...head, kind: 'Configuration' }, 'kind: must be AuthenticationConfiguration'],
    ['D-055', 'another group', { ...head, apiVersion: 'v1' }, 'apiVersion: must be among'],
    ['D-055', 'another version', { ...head, apiVersion: 'apiserver.config.orch.io/v2' }, 'apiVersion: must be among'],
    ['D-055', 'nothing', '', 'is empty'],
    ['D-055', 'a list', '[]', 'must be a map'],
    ['D-055', 'what is no YAML', '{', ''],
    ['D-055', 'a field twice', '{"kind":"x","kind":"AuthenticationConfiguration"}', 'holds one field twice'],
    ['D-055', 'a field nobody knows', { ...head, jwts: [] }, 'jwts: is no known field'],
    ['D-055', 'a field nobody knows, deep', one({ issuer: { ...issuer, audience: 'x' } }), 'jwt[0].issuer.audience: is no known field'],
    ['D-056', 'one issuer twice', { ...head, jwt: [jwt, jwt] }, 'jwt: must not hold one issuer.url twice'],
    ['D-056', 'no issuer', { ...head, jwt: [{ claimMappings }] }, 'jwt[0].issuer: is needed'],
    ['D-056', 'an issuer without TLS', one({ issuer: { ...issuer, url: 'http://a' } }), 'jwt[0].issuer.url: must begin with https://'],
    ['D-056', 'an issuer without URL', one({ issuer: { audiences: ['a'] } }), 'jwt[0].issuer.url: is needed'],
    ['D-056', 'the own issuer of service accounts', one({ issuer: { ...issuer, url: surroundings.ownIssuers[0] } }), 'issues the tokens of service accounts'],
    ['D-056', 'no audiences', one({ issuer: { url: issuer.url } }), 'jwt[0].issuer.audiences: is needed'],
    ['D-056', 'an empty list of audiences', one({ issuer: { ...issuer, audiences: [] } }), 'jwt[0].issuer.audiences: is needed'],
    ['D-056', 'an empty audience', one({ issuer: { ...issuer, audiences: [''] } }), 'audiences: must not hold an empty text'],
    ['D-056', 'an audience twice', one({ issuer: { ...issuer, audiences: ['a', 'a'], audienceMatchPolicy: 'MatchAny' } }), 'must not hold one twice'],
    ['D-056', 'several audiences without a policy', one({ issuer: { ...issuer, audiences: ['a', 'b'] } }), 'audienceMatchPolicy: must be MatchAny'],
    ['D-056', 'a policy nobody knows', one({ issuer: { ...issuer, audienceMatchPolicy: 'MatchAll' } }), 'audienceMatchPolicy: must be MatchAny'],
    ['D-056', 'documents without TLS', one({ issuer: { ...issuer, discoveryURL: 'http://a/d' } }), 'discoveryURL: must begin with https://'],
    ['D-056', 'documents at the issuer itself', one({ issuer: { ...issuer, discoveryURL: issuer.url } }), 'discoveryURL: must differ from url'],
    ['D-056', 'an authority that is none', one({ issuer: { ...issuer, certificateAuthority: 'x' } }), 'jwt[0].issuer.certificateAuthority: holds no certificate'],
    ['D-056', 'the second of two entries', { ...head, jwt: [jwt, { ...jwt, issuer: { ...long, url: '' } }] }, 'jwt[1].issuer.url: must be a URL'],
    ['', 'no user name', one({ claimMappings: {} }), 'jwt[0].claimMappings.username: is needed'],
    ['', 'no mappings', { ...head, jwt: [{ issuer }] }, 'jwt[0].claimMappings: is needed'],
    ['', 'a user name without claim', one({ claimMappings: { username: { prefix: '' } } }), 'username.claim: is needed'],
    ['', 'a user name without prefix', one({ claimMappings: { username: { claim: 'sub' } } }), 'username.prefix: is needed with claim'],
    ['', 'groups without prefix', one({ claimMappings: { ...claimMappings, groups: { claim: 'g' } } }), 'groups.prefix: is needed with claim'],
    ['', 'a rule for one claim twice', one({ claimValidationRules: [{ claim: 'a' }, { claim: 'a' }] }), 'claimValidationRules: must not hold one claim twice'],
    ['', 'a rule without claim', one({ claimValidationRules: [{ requiredValue: 'a' }] }), 'claimValidationRules[0].claim: is needed'],
    ['', 'a user name that is computed', one({ claimMappings: { username: { expression: 'claims.sub' } } }), 'username.expression: expressions are not evaluated'],
    ['', 'a uid that is computed', one({ claimMappings: { ...claimMappings, uid: { expression: 'claims.sub' } } }), 'uid.expression: expressions are not evaluated'],
    ['', 'extra that is computed', one({ claimMappings: { ...claimMappings, extra: [{ key: 'a/b', valueExpression: 'x' }] } }), 'extra: expressions are not evaluated'],
    ['', 'a rule that is computed', one({ claimValidationRules: [{ expression: 'true', message: 'm' }] }), 'claimValidationRules[0].expression: expressions are not evaluated'],
    ['', 'a rule for users', one({ userValidationRules: [{ expression: 'true' }] }), 'userValidationRules: expressions are not evaluated'],
    ['D-067', 'paths of nobody', { ...head, anonymous: { enabled: false, conditions: [{ path: '/livez' }] } }, 'conditions: go with enabled: true only'],
    ['D-067', 'a path that is none', { ...head, anonymous: { enabled: true, conditions: [{ path: 'livez' }] } }, 'anonymous.conditions[0].path: must be a path'],
    ['D-067', 'anonymous access that is not said', { ...head, anonymous: {} }, 'anonymous.enabled: must be true or false'],
  ]; // prettier-ignore
  for (const [id, name, document, problem] of refused) {
    // Rows of expressions are not named: this release has none.
    it(`${id === '' ? '' : `${id} `}refuses ${name}`, () => {
      expect(() => read(document)).toThrow(AuthenticationConfigurationError);
      expect(() => read(document)).toThrow(problem);
    });
  }

  it('D-067 refuses to speak of anonymous access beside its flag', () => {
    const document = { ...head, anonymous: { enabled: true } };
    expect(() => read(document, { anonymousFlag: true })).toThrow('does not go with --anonymous-auth');
  });

  it('tells everything that is wrong at once', () =>
    expect(() => read({ ...head, jwt: [{ issuer: { url: 'x' }, claimMappings: {} }] })).toThrow(
      /issuer\.url: .*; .*audiences: .*; .*username: /,
    ));
});
