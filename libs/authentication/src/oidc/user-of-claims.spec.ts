import { InvalidCredential } from '../authenticator.js';
import type { OidcOptions } from './oidc-options.js';
import { settingsFromOptions } from './settings-from-options.js';
import { checkRequiredClaims, userOf, type Claims } from './user-of-claims.js';

const ISSUER = 'https://issuer.example.com/realm';
const options: OidcOptions = {
  issuerUrl: ISSUER,
  clientId: 'orch-cli',
  usernameClaim: 'sub',
  usernamePrefix: undefined,
  groupsClaim: undefined,
  groupsPrefix: '',
  requiredClaims: [],
  signingAlgorithms: ['RS256'],
  caFile: undefined,
};
const claims: Claims = { sub: '4711', name: 'jane', email: 'jane@example.com', groups: ['a', 'b'] };

function user(change: Partial<OidcOptions>, given: Claims = claims) {
  try {
    return userOf(given, settingsFromOptions({ ...options, ...change }, undefined).mappings);
  } catch (error) {
    if (error instanceof InvalidCredential) return 'refused';
    throw error;
  }
}

describe('users of claims', () => {
  const names: readonly [id: string, name: string, change: Partial<OidcOptions>, want: string][] = [
    ['B-049', 'is named by sub', {}, `${ISSUER}#4711`],
    ['B-050', 'has the issuer before a claim other than email', { usernameClaim: 'name' }, `${ISSUER}#jane`],
    ['B-051', 'has nothing before an address', { usernameClaim: 'email' }, 'jane@example.com'],
    ['B-052', 'has the prefix that was set', { usernamePrefix: 'oidc:' }, 'oidc:4711'],
    ['B-052', 'also before an address', { usernameClaim: 'email', usernamePrefix: 'oidc:' }, 'oidc:jane@example.com'],
    ['B-053', 'has the issuer and # when no prefix was set', { usernamePrefix: undefined }, `${ISSUER}#4711`],
    ['B-054', 'has nothing before it when the prefix is -', { usernamePrefix: '-' }, '4711'],
  ];
  for (const [id, name, change, want] of names) {
    it(`${id} ${name}`, () => expect(user(change)).toEqual({ username: want, groups: [] }));
  }

  const grouped = { usernamePrefix: '-', groupsClaim: 'groups' };
  const groups: readonly [id: string, name: string, change: Partial<OidcOptions>, value: unknown, want: unknown][] = [
    ['B-055', 'lists the groups of the claim', {}, ['a', 'b'], ['a', 'b']],
    ['B-055', 'has none without a configured claim', { groupsClaim: undefined }, ['a'], []],
    ['B-056', 'has none without the claim', {}, undefined, []],
    ['B-056', 'has none when it is null', {}, null, []],
    ['B-056', 'has none when the list is empty', {}, [], []],
    ['B-057', 'puts the prefix before each', { groupsPrefix: 'oidc:' }, ['a', 'b'], ['oidc:a', 'oidc:b']],
    ['D-051', 'accepts a string as one group', {}, 'a', ['a']],
    ['D-051', 'with its prefix', { groupsPrefix: 'oidc:' }, 'a,b', ['oidc:a,b']],
  ];
  for (const [id, name, change, value, want] of groups) {
    it(`${id} ${name}`, () =>
      expect(user({ ...grouped, ...change }, { ...claims, groups: value })).toEqual({
        username: '4711',
        groups: want,
      }));
  }

  const byAddress = { usernameClaim: 'email' };
  const addresses: readonly [id: string, name: string, verified: unknown, want: unknown][] = [
    ['D-050', 'is taken when the address is verified', true, { username: 'jane@example.com' }],
    ['D-050', 'is refused when it is not', false, 'refused'],
    ['D-050', 'is rejected when it is the string "false"', 'true', 'refused'],
    ['D-050', 'is refused when it is a number', 1, 'refused'],
    ['D-050', 'null is not verified', null, 'refused'],
  ];
  for (const [id, name, verified, want] of addresses) {
    it(`${id} ${name}`, () => {
      const found = user(byAddress, { ...claims, email_verified: verified });
      if (want === 'refused') expect(found).toBe('refused');
      else expect(found).toMatchObject(want as object);
    });
  }
  it('D-050 is accepted when the address has no email_verified', () =>
    expect(user(byAddress)).toMatchObject({ username: 'jane@example.com' }));
  it('D-050 is accepted from another claim regardless of email_verified', () =>
    expect(user({}, { ...claims, email_verified: false })).toMatchObject({ username: `${ISSUER}#4711` }));
});

describe('required claims', () => {
  const check = (given: Claims, ...required: readonly [string, string][]) => {
    try {
      checkRequiredClaims(
        given,
        required.map(([claim, value]) => ({ claim, value })),
      );
      return 'taken';
    } catch (error) {
      return error instanceof InvalidCredential ? 'refused' : error;
    }
  };
  const rows: readonly [id: string, name: string, given: Claims, required: [string, string][], want: string][] = [
    ['B-058', 'one that holds', { hd: 'example.com' }, [['hd', 'example.com']], 'taken'],
    ['B-058', 'one that is missing', {}, [['hd', 'example.com']], 'refused'],
    ['B-058', 'one that differs', { hd: 'example.org' }, [['hd', 'example.com']], 'refused'],
    ['B-058', 'one that is not a string', { hd: ['example.com'] }, [['hd', 'example.com']], 'refused'],
    ['B-058', 'one that is true, not the string', { admin: true }, [['admin', 'true']], 'refused'],
    ['B-058', 'one that only every object has', {}, [['constructor', 'x']], 'refused'],
    ['B-058', 'an empty value must be there too', {}, [['hd', '']], 'refused'],
    ['B-059', 'all that hold', { a: '1', b: '2' }, [['a', '1'], ['b', '2']], 'taken'],
    ['B-059', 'one of two that differs', { a: '1', b: '3' }, [['a', '1'], ['b', '2']], 'refused'],
    ['B-059', 'one claim with two values', { a: '1' }, [['a', '1'], ['a', '2']], 'refused'],
  ]; // prettier-ignore
  for (const [id, name, given, required, want] of rows) {
    it(`${id} ${name}: ${want}`, () => expect(check(given, ...required)).toBe(want));
  }
});
