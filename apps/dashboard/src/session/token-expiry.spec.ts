import { tokenExpiry } from './token-expiry';

const jwt = (payload: object): string =>
  `e30.${btoa(JSON.stringify(payload)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.c2ln`;

describe('tokenExpiry', () => {
  test.each([
    [jwt({ sub: 'ann', exp: 1_800_000_000 }), 1_800_000_000_000],
    [jwt({ sub: '???>>>~~~', exp: 1 }), 1_000],
    [jwt({ sub: 'ann' }), undefined],
    [jwt({ exp: 'tomorrow' }), undefined],
    ['abcdef.0123456789abcdef', undefined],
    ['an-opaque-token', undefined],
    [undefined, undefined],
  ])('%s', (token, expected) => {
    expect(tokenExpiry(token)).toBe(expected);
  });
});
