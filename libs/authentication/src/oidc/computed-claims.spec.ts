import type { UserInfo } from '@orch/api';
import { compileExpression } from '@orch/expressions';
import { InvalidCredential } from '../authenticator.js';
import { checkUserRules, ComputedClaims } from './computed-claims.js';
import type { ClaimMappings } from './issuer-settings.js';
import { userOf, type Claims } from './user-of-claims.js';

const of = (
  text: string,
  variables: Record<string, string | Record<string, string>> = { claims: 'map<string, dyn>' },
) => ({
  expression: compileExpression(text, {
    variables,
    results: ['string', 'bool', 'null', 'list', 'list<string>', 'list<int>', 'int'],
  }),
});
const ofUser = (text: string) =>
  of(text, { user: { username: 'string', uid: 'string', groups: 'list<string>', extra: 'map<string, list<string>>' } });
const claims: Claims = { sub: '4711', email: 'jane@example.com', roles: ['dev', 'ops'], org: { id: 7 } };

/** The result, or the message for the log. */
function outcome<T>(work: () => T): T | string {
  try {
    return work();
  } catch (error) {
    if (error instanceof InvalidCredential) return error.message;
    throw error;
  }
}
const user = (mappings: Partial<ClaimMappings>, given = claims) =>
  outcome(() => userOf(given, { username: { claim: 'sub', prefix: '' }, ...mappings }));

describe('computed users', () => {
  const users: readonly [name: string, mappings: Partial<ClaimMappings>, want: Partial<UserInfo>][] = [
    ['is named by an expression', { username: of('"oidc:" + claims.sub') }, { username: 'oidc:4711' }],
    ['is named by a number that was made a text', { username: of('"org-" + string(claims.org.id)') }, { username: 'org-7' }],
    ['has groups of a list', { groups: of('claims.roles.map(r, "oidc:" + r)') }, { groups: ['oidc:dev', 'oidc:ops'] }],
    ['has one group of a text', { groups: of('claims.email.split("@")[1]') }, { groups: ['example.com'] }],
    ['has no group of an empty text', { groups: of('""') }, { groups: [] }],
    ['has no group of empty texts', { groups: of('["", "a"]') }, { groups: ['a'] }],
    ['has no group of null', { groups: of('null') }, { groups: [] }],
    ['has a uid', { uid: of('claims.sub') }, { uid: '4711' }],
    [
      'has extra, without keys that have no value',
      { extra: ['claims.roles', '"a"', '[]', '""', 'null'].map((text, index) => ({ key: `example.com/${index}`, ...of(text) })) },
      { extra: { 'example.com/0': ['dev', 'ops'], 'example.com/1': ['a'] } },
    ],
  ]; // prettier-ignore
  for (const [name, mappings, want] of users) {
    it(`D-057 ${name}`, () => expect(user(mappings)).toEqual({ username: '4711', groups: [], ...want }));
  }

  const refused: readonly [name: string, mappings: Partial<ClaimMappings>, problem: string][] = [
    ['an empty name', { username: of('""') }, 'must give a text that is not empty'],
    ['a name that is a list', { username: of('claims.roles') }, 'must give a text that is not empty'],
    ['a name that is a number', { username: of('claims.org.id') }, 'must give a text'],
    ['a claim that is missing', { username: of('claims.missing') }, 'expression "claims.missing" cannot be evaluated: no such key'],
    ['an empty uid', { uid: of('""') }, 'must give a text'],
    ['groups that are numbers', { groups: of('claims.roles.map(r, r.size())') }, 'must give a text or a list of texts'],
    ['groups in a map', { groups: of('claims.org') }, 'must give a text or a list of texts'],
    ['extra that is a number', { extra: [{ key: 'a.b/c', ...of('claims.org.id') }] }, 'must give a text or a list of texts'],
  ]; // prettier-ignore
  for (const [name, mappings, problem] of refused) {
    it(`D-057 is rejected with ${name}`, () => expect(user(mappings)).toEqual(expect.stringContaining(problem)));
  }

  it('D-057 is rejected with endlessly nested claims', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 5_000; level++) deep = [deep];
    expect(user({ username: of('claims.sub') }, { ...claims, deep })).toEqual(expect.stringContaining('levels'));
  });
});

describe('rules of an issuer', () => {
  const check = (message: string, ...texts: readonly string[]) =>
    outcome(() => new ComputedClaims(claims).check(texts.map((text) => ({ ...of(text), message }))));
  const rules: readonly [name: string, texts: readonly string[], want: string | undefined][] = [
    ['hold', ['claims.sub == "4711"', 'claims.roles.size() == 2'], undefined],
    ['one that does not hold', ['true', 'claims.sub == "4712"'], 'expression "claims.sub == \\"4712\\"" does not hold: not you'],
    ['one that returns a string', ['claims.sub'], 'does not hold: not you'],
    ['one that cannot be evaluated', ['claims.missing == 1'], 'no such key'],
    ['one that is true before its cost limit', ['true || claims.missing'], undefined],
  ]; // prettier-ignore
  for (const [name, texts, want] of rules) {
    it(`D-057 for claims: ${name}`, () =>
      want === undefined
        ? expect(check('not you', ...texts)).toBeUndefined()
        : expect(check('not you', ...texts)).toEqual(expect.stringContaining(want)));
  }

  const jane: UserInfo = { username: 'jane', groups: ['dev'], extra: { 'example.com/a': ['b'] } };
  const ofUsers: readonly [text: string, user: UserInfo, holds: boolean][] = [
    ['!user.username.startsWith("system:")', jane, true],
    ['!user.username.startsWith("system:")', { ...jane, username: 'system:admin' }, false],
    ['user.groups.all(g, !g.startsWith("system:"))', jane, true],
    ['user.groups.all(g, !g.startsWith("system:"))', { ...jane, groups: ['dev', 'system:masters'] }, false],
    ['user.uid == ""', jane, true],
    ['user.uid == "7"', { ...jane, uid: '7' }, true],
    ['"b" in user.extra["example.com/a"]', jane, true],
    ['"b" in user.extra["example.com/a"]', { ...jane, extra: {} }, false],
  ];
  for (const [text, given, holds] of ofUsers) {
    it(`D-057 for users: ${text} ${holds ? 'holds' : 'rejects'}`, () =>
      expect(outcome(() => checkUserRules(given, [{ ...ofUser(text), message: '' }])) === undefined).toBe(holds));
  }
});
