import { isDeepStrictEqual } from 'node:util';
import { AuthenticationConfigurationError } from './authentication-configuration-error.js';
import { readAuthenticationConfiguration, type ConfigurationEnvironment } from './read-authentication-configuration.js';

const environment: ConfigurationEnvironment = {
  group: 'apiserver.config.orch.io',
  hostRoots: ['ROOTS'],
  reservedDomains: ['orch.io'],
  ownIssuers: ['https://orch.default.svc.cluster.local'],
  anonymousFlag: false,
};
const head = { apiVersion: 'apiserver.config.orch.io/v1beta1', kind: 'AuthenticationConfiguration' };
const issuer = { url: 'https://a.example.com', audiences: ['orch-cli'] };
const claimMappings = { username: { claim: 'sub', prefix: '' } };
const jwt = { issuer, claimMappings };
const read = (document: unknown, changes: Partial<ConfigurationEnvironment> = {}) =>
  readAuthenticationConfiguration(typeof document === 'string' ? document : JSON.stringify(document), {
    ...environment,
    ...changes,
  });
const mapped = (mappings: object) => one({ claimMappings: { ...claimMappings, ...mappings } });
const one = (entry: object) => ({ ...head, jwt: [{ ...jwt, ...entry }] });

describe('authentication configuration', () => {
  for (const version of ['v1alpha1', 'v1beta1', 'v1']) {
    it(`D-055 is accepted in version ${version}`, async () =>
      expect(await read({ ...head, apiVersion: `apiserver.config.orch.io/${version}`, jwt: [jwt] })).toEqual({
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

  it('D-055 has the group of the vocabulary', async () => {
    const kubernetes = { ...head, apiVersion: 'apiserver.config.k8s.io/v1beta1', jwt: [jwt] };
    expect((await read(kubernetes, { group: 'apiserver.config.k8s.io' })).issuers).toHaveLength(1);
    await expect(read(kubernetes)).rejects.toThrow('apiVersion: must be among apiserver.config.orch.io/v1alpha1');
  });

  it('D-055 is read as YAML', async () =>
    expect(
      (
        await read(
          'apiVersion: apiserver.config.orch.io/v1\nkind: AuthenticationConfiguration\njwt:\n- issuer: {url: "https://a.example.com", audiences: [x]}\n  claimMappings: {username: {claim: sub, prefix: "a:"}}\n',
        )
      ).issuers[0]?.mappings.username,
    ).toEqual({ claim: 'sub', prefix: 'a:' }));

  it('D-056 has several issuers, with several audiences, and documents at other URLs', async () => {
    const several = { ...issuer, audiences: ['a', 'b'], audienceMatchPolicy: 'MatchAny' };
    const elsewhere = { ...issuer, url: 'https://b.example.com', discoveryURL: 'https://c.example.com/discovery' };
    const { issuers } = await read({
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

  it('D-057 maps claims to groups and uid, and has required claims', async () =>
    expect(
      (
        await read(
          one({
            claimMappings: {
              username: { claim: 'sub', prefix: 'a:' },
              groups: { claim: 'roles', prefix: 'g:' },
              uid: { claim: 'oid' },
            },
            claimValidationRules: [{ claim: 'hd', requiredValue: 'example.com' }, { claim: 'empty' }],
          }),
        )
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

  it('D-057 has expressions, and two parses of one text are equal', async () => {
    const document = one({
      claimMappings: {
        username: { expression: '"oidc:" + claims.email' },
        groups: { expression: 'claims.?groups.orValue([])' },
        uid: { expression: 'claims.oid' },
        extra: [{ key: 'example.com/role', valueExpression: 'claims.role' }],
      },
      claimValidationRules: [
        { claim: 'hd', requiredValue: 'example.com' },
        { expression: 'claims.?email_verified.orValue(true) == true', message: 'verify your address' },
      ],
      userValidationRules: [{ expression: '!user.username.startsWith("system:")' }],
    });
    const { issuers } = await read(document);
    expect(issuers[0]).toMatchObject({
      mappings: {
        username: { expression: { text: '"oidc:" + claims.email' } },
        groups: { expression: { text: 'claims.?groups.orValue([])' } },
        uid: { expression: { text: 'claims.oid' } },
        extra: [{ key: 'example.com/role', expression: { text: 'claims.role' } }],
      },
      requiredClaims: [{ claim: 'hd', value: 'example.com' }],
      claimRules: [{ message: 'verify your address' }],
      userRules: [{ message: '', expression: { text: '!user.username.startsWith("system:")' } }],
    });
    expect(isDeepStrictEqual(issuers, (await read(document)).issuers)).toBe(true);
    const other = JSON.stringify(document).replace('claims.oid', 'claims.sub');
    expect(isDeepStrictEqual(issuers, (await read(other)).issuers)).toBe(false);
  });

  it('D-067 sets anonymous access', async () => {
    const anonymous = async (settings: object) => (await read({ ...head, anonymous: settings })).anonymous;
    expect(await anonymous({ enabled: false })).toEqual({ enabled: false, paths: undefined });
    expect(await anonymous({ enabled: true })).toEqual({ enabled: true, paths: undefined });
    expect(await anonymous({ enabled: true, conditions: [{ path: '/livez' }] })).toEqual({
      enabled: true,
      paths: ['/livez'],
    });
  });

  it('D-055 takes null as an absent field', async () => {
    const { issuers } = await read(one({ claimValidationRules: [{ claim: 'hd', requiredValue: null }] }));
    expect(issuers[0]!.requiredClaims).toEqual([{ claim: 'hd', value: '' }]);
    expect((await read({ ...head, jwt: null })).issuers).toEqual([]);
  });

  const long = { ...issuer, url: 'https://b.example.com' };
  const refused: readonly [id: string, name: string, document: unknown, problem: string][] = [
    ['D-055', 'another kind', { ...head, kind: 'Configuration' }, 'kind: must be AuthenticationConfiguration'],
    ['D-055', 'another group', { ...head, apiVersion: 'v1' }, 'apiVersion: must be among'],
    ['D-055', 'another version', { ...head, apiVersion: 'apiserver.config.orch.io/v2' }, 'apiVersion: must be among'],
    ['D-055', 'nothing', '', 'is empty'],
    ['D-055', 'a list', '[]', 'must be a map'],
    ['D-055', 'invalid YAML', '{', ''],
    ['D-055', 'a field twice', '{"kind":"x","kind":"AuthenticationConfiguration"}', 'holds one field twice'],
    ['D-055', 'an unknown field', { ...head, jwts: [] }, 'jwts: is not a known field'],
    ['D-055', 'a nested unknown field', one({ issuer: { ...issuer, audience: 'x' } }), 'jwt[0].issuer.audience: is not a known field'],
    ['D-055', 'an apiVersion that is not a string', { ...head, apiVersion: 1 }, 'apiVersion: must be among'],
    ['D-055', 'a list in the place of a map', { ...head, anonymous: [{ enabled: true }] }, 'anonymous: must be a map'],
    ['D-056', 'a list in the place of an issuer', { ...head, jwt: [[]] }, 'jwt[0]: must be a map'],
    ['D-056', 'one issuer twice', { ...head, jwt: [jwt, jwt] }, 'jwt: must not hold one issuer.url twice'],
    ['D-056', 'no issuer', { ...head, jwt: [{ claimMappings }] }, 'jwt[0].issuer: is needed'],
    ['D-056', 'an issuer without TLS', one({ issuer: { ...issuer, url: 'http://a' } }), 'jwt[0].issuer.url: must begin with https://'],
    ['D-056', 'an issuer without URL', one({ issuer: { audiences: ['a'] } }), 'jwt[0].issuer.url: is needed'],
    ['D-056', 'the own issuer of service accounts', one({ issuer: { ...issuer, url: environment.ownIssuers[0] } }), 'issues the tokens of service accounts'],
    ['D-056', 'no audiences', one({ issuer: { url: issuer.url } }), 'jwt[0].issuer.audiences: is needed'],
    ['D-056', 'an empty list of audiences', one({ issuer: { ...issuer, audiences: [] } }), 'jwt[0].issuer.audiences: is needed'],
    ['D-056', 'an empty audience', one({ issuer: { ...issuer, audiences: [''] } }), 'audiences: must not hold an empty text'],
    ['D-056', 'an audience twice', one({ issuer: { ...issuer, audiences: ['a', 'a'], audienceMatchPolicy: 'MatchAny' } }), 'must not hold one twice'],
    ['D-056', 'several audiences without a policy', one({ issuer: { ...issuer, audiences: ['a', 'b'] } }), 'audienceMatchPolicy: must be MatchAny'],
    ['D-056', 'an unknown policy', one({ issuer: { ...issuer, audienceMatchPolicy: 'MatchAll' } }), 'audienceMatchPolicy: must be MatchAny'],
    ['D-056', 'documents without TLS', one({ issuer: { ...issuer, discoveryURL: 'http://a/d' } }), 'discoveryURL: must begin with https://'],
    ['D-056', 'documents at the issuer itself', one({ issuer: { ...issuer, discoveryURL: issuer.url } }), 'discoveryURL: must differ from url'],
    ['D-056', 'an authority that is none', one({ issuer: { ...issuer, certificateAuthority: 'x' } }), 'jwt[0].issuer.certificateAuthority: holds no certificate'],
    ['D-056', 'the second of two entries', { ...head, jwt: [jwt, { ...jwt, issuer: { ...long, url: '' } }] }, 'jwt[1].issuer.url: must be a URL'],
    ['D-057', 'no user name', one({ claimMappings: {} }), 'jwt[0].claimMappings.username: is needed'],
    ['D-057', 'no mappings', { ...head, jwt: [{ issuer }] }, 'jwt[0].claimMappings: is needed'],
    ['D-057', 'a user name without claim', one({ claimMappings: { username: { prefix: '' } } }), 'username.claim: is needed'],
    ['D-057', 'a user name without prefix', one({ claimMappings: { username: { claim: 'sub' } } }), 'username.prefix: is needed with claim'],
    ['D-057', 'groups without prefix', one({ claimMappings: { ...claimMappings, groups: { claim: 'g' } } }), 'groups.prefix: is needed with claim'],
    ['D-057', 'a rule for one claim twice', one({ claimValidationRules: [{ claim: 'a' }, { claim: 'a' }] }), 'claimValidationRules: must not hold one claim or expression twice'],
    ['D-057', 'a rule without claim', one({ claimValidationRules: [{ requiredValue: 'a' }] }), 'claimValidationRules[0].claim: is needed'],
    ['D-057', 'a user name by claim and expression', mapped({ username: { claim: 'sub', expression: 'claims.sub' } }), 'username.expression: does not go with claim'],
    ['D-057', 'a user name by expression with a prefix', mapped({ username: { prefix: '', expression: 'claims.sub' } }), 'username.expression: does not go with prefix'],
    ['D-057', 'groups by claim and expression', mapped({ groups: { claim: 'g', prefix: '', expression: 'claims.g' } }), 'groups.expression: does not go with claim'],
    ['D-057', 'a uid by claim and expression', mapped({ uid: { claim: 'oid', expression: 'claims.oid' } }), 'uid.expression: does not go with claim'],
    ['D-057', 'a uid by neither', mapped({ uid: {} }), 'uid.claim: is needed'],
    ['D-057', 'an expression that is not a string', mapped({ username: { expression: 5 } }), 'username.expression: must be a text'],
    ['D-057', 'an expression that does not parse', mapped({ username: { expression: 'claims.sub +' } }), 'jwt[0].claimMappings.username.expression: is not a valid expression'],
    ['D-057', 'an unknown variable', mapped({ username: { expression: 'user.username' } }), 'username.expression: is not a valid expression: Unknown variable: user'],
    ['D-057', 'a user name that is a number', mapped({ username: { expression: 'claims.sub.size()' } }), 'username.expression: evaluates to int, must evaluate to string'],
    ['D-057', 'groups that are numbers', mapped({ groups: { expression: '[1]' } }), 'groups.expression: evaluates to list<int>, must evaluate to string or list<string>'],
    ['D-057', 'a uid that is a list', mapped({ uid: { expression: '["a"]' } }), 'uid.expression: evaluates to list<string>, must evaluate to string'],
    ['D-057', 'an unverified address', mapped({ username: { expression: 'claims.email' } }), 'username.expression: uses claims.email, so claims.email_verified must be used too'],
    ['D-057', 'an unverified address, by key', mapped({ username: { expression: 'claims["email"]' } }), 'claims.email_verified must be used'],
    ['D-057', 'an address verified in another place', mapped({ username: { expression: 'claims.email' }, groups: { expression: 'claims.email_verified ? ["a"] : []' } }), 'claims.email_verified must be used'],
    ['D-057', 'extra without key', mapped({ extra: [{ valueExpression: '"a"' }] }), 'extra[0].key: must be a domain and a path'],
    ['D-057', 'extra without domain', mapped({ extra: [{ key: 'role', valueExpression: '"a"' }] }), 'extra[0].key: must be a domain and a path'],
    ['D-057', 'extra in capitals', mapped({ extra: [{ key: 'example.com/Role', valueExpression: '"a"' }] }), 'extra[0].key: must be a domain and a path in lower case'],
    ['D-057', 'extra without path', mapped({ extra: [{ key: 'example.com/', valueExpression: '"a"' }] }), 'extra[0].key: must be a domain'],
    ['D-057', 'extra of the server', mapped({ extra: [{ key: 'orch.io/role', valueExpression: '"a"' }] }), 'extra[0].key: must not lie in orch.io'],
    ['D-057', 'extra below the server', mapped({ extra: [{ key: 'authentication.orch.io/node-name', valueExpression: '"a"' }] }), 'extra[0].key: must not lie in orch.io'],
    ['D-057', 'extra twice', mapped({ extra: [{ key: 'a.b/c', valueExpression: '"a"' }, { key: 'a.b/c', valueExpression: '"b"' }] }), 'extra: must not hold one key twice'],
    ['D-057', 'extra without value', mapped({ extra: [{ key: 'a.b/c' }] }), 'extra[0].valueExpression: is needed'],
    ['D-057', 'an extra of type bool', mapped({ extra: [{ key: 'a.b/c', valueExpression: 'true' }] }), 'extra[0].valueExpression: evaluates to bool'],
    ['D-057', 'a rule by claim and expression', one({ claimValidationRules: [{ claim: 'a', expression: 'true' }] }), 'claimValidationRules[0].expression: does not go with claim'],
    ['D-057', 'a rule by value and expression', one({ claimValidationRules: [{ requiredValue: 'a', expression: 'true' }] }), 'claimValidationRules[0].expression: does not go with requiredValue'],
    ['D-057', 'a message for a claim', one({ claimValidationRules: [{ claim: 'a', message: 'm' }] }), 'claimValidationRules[0].message: does not go with claim'],
    ['D-057', 'a rule that is a text', one({ claimValidationRules: [{ claim: 'a' }, { expression: '"a"' }] }), 'claimValidationRules[1].expression: evaluates to string, must evaluate to bool'],
    ['D-057', 'a rule by one expression twice', one({ claimValidationRules: [{ expression: 'true' }, { expression: 'true' }] }), 'must not hold one claim or expression twice'],
    ['D-057', 'a rule for users that looks at claims', one({ userValidationRules: [{ expression: 'claims.sub == ""' }] }), 'userValidationRules[0].expression: is not a valid expression: Unknown variable: claims'],
    ['D-057', 'a rule for users with an unknown field', one({ userValidationRules: [{ expression: 'user.name == ""' }] }), 'userValidationRules[0].expression: is not a valid expression: No such key: name'],
    ['D-057', 'a rule for users without expression', one({ userValidationRules: [{ message: 'm' }] }), 'userValidationRules[0].expression: is needed'],
    ['D-057', 'a rule for users twice', one({ userValidationRules: [{ expression: 'true' }, { expression: 'true' }] }), 'userValidationRules: must not hold one claim or expression twice'],
    ['D-067', 'paths without anonymous access', { ...head, anonymous: { enabled: false, conditions: [{ path: '/livez' }] } }, 'conditions: go with enabled: true only'],
    ['D-067', 'a path that is none', { ...head, anonymous: { enabled: true, conditions: [{ path: 'livez' }] } }, 'anonymous.conditions[0].path: must be a path'],
    ['D-067', 'anonymous access without a value', { ...head, anonymous: {} }, 'anonymous.enabled: must be true or false'],
  ]; // prettier-ignore
  for (const [id, name, document, problem] of refused) {
    it(`${id} rejects ${name}`, async () => {
      await expect(read(document)).rejects.toThrow(AuthenticationConfigurationError);
      await expect(read(document)).rejects.toThrow(problem);
    });
  }

  it('D-067 rejects anonymous access in addition to its flag', async () => {
    const document = { ...head, anonymous: { enabled: true } };
    await expect(read(document, { anonymousFlag: true })).rejects.toThrow('does not go with --anonymous-auth');
  });

  it('reports all problems at once', () =>
    expect(read({ ...head, jwt: [{ issuer: { url: 'x' }, claimMappings: {} }] })).rejects.toThrow(
      /issuer\.url: .*; .*audiences: .*; .*username: /,
    ));
});
