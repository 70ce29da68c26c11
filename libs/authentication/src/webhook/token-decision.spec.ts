import { tokenDecision } from './token-decision.js';

const names = (count: number): string[] => Array.from({ length: count }, (_, n) => `n${n}`);
const decide = (user: object) => tokenDecision({ authenticated: true, user: { username: 'jane', ...user } }, []);
const keys = (count: number, values: readonly string[] = []) =>
  Object.fromEntries(names(count).map((name) => [name, values]));

describe('tokenDecision', () => {
  it('takes users of 10,000 groups, and of 1,000 keys with 10,000 values', () => {
    expect(decide({ groups: names(10_000) }).identity?.user.groups).toHaveLength(10_000);
    expect(Object.keys(decide({ extra: keys(1_000, names(10)) }).identity?.user.extra ?? {})).toHaveLength(1_000);
  });

  it.each([
    ['groups', { groups: names(10_001) }, 'status.user.groups has 10001 names: at most 10000 are read'],
    ['keys', { extra: keys(40_000) }, 'status.user.extra has 40000 keys: at most 1000 are read'],
    [
      'values',
      { extra: { a: names(9_999), b: ['x', 'y'] } },
      'status.user.extra has 10001 values: at most 10000 are read',
    ],
  ])('refuses users of more %s, whom each of their requests would compare', (_what, user, text) => {
    expect(() => decide(user)).toThrow(`the response of the token webhook is too large: ${text}`);
  });

  it('takes users of 262,144 characters in all, and refuses those of more', () => {
    const most = { uid: 'u', groups: ['g'.repeat(100)], extra: { key: ['v'.repeat(262_144 - 108)] } };
    expect(decide(most).identity?.user.uid).toBe('u');
    for (const more of [{ username: 'jane2' }, { uid: 'ui' }, { groups: [...most.groups, 'g'] }]) {
      expect(() => decide({ ...most, ...more })).toThrow(
        'the response of the token webhook is too large: status.user has 262145 characters: at most 262144 are read',
      );
    }
    expect(() => decide({ extra: { ['k'.repeat(262_144)]: [] } })).toThrow('status.user has 262148 characters');
  });

  it('reads a null of extra as a list without values', () => {
    expect(decide({ extra: { a: null, b: ['x'] } }).identity?.user.extra).toEqual({ a: [], b: ['x'] });
  });

  it('keeps the requested audiences that the answer names, in their order', () => {
    const named = { authenticated: true, user: { username: 'jane' }, audiences: ['b', 'c', 'a'] };
    expect(tokenDecision(named, ['a', 'x', 'b']).identity?.audiences).toEqual(['a', 'b']);
    expect(tokenDecision(named, ['x'])).toEqual({});
  });
});
