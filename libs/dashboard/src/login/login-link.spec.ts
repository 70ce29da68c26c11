import { FakeClock } from '@orch/apimachinery';
import { LINK_MS, LoginLink, newLoginCode } from './login-link.js';

it('a code works once', () => {
  const { code, digest } = newLoginCode();
  const clock = new FakeClock();
  const link = new LoginLink(digest, clock, clock.now());
  expect(code).toMatch(/^[\w-]{43}$/);
  for (const wrong of ['', 'x', digest, `${code}x`, newLoginCode().code]) expect(link.redeem(wrong)).toBe(false);
  expect([link.isOpen, link.redeem(code), link.isOpen, link.redeem(code)]).toEqual([true, true, false, false]);
});

it('a code works for ten minutes', () => {
  const { code, digest } = newLoginCode();
  const clock = new FakeClock();
  const link = new LoginLink(digest, clock, clock.now());
  clock.advance(LINK_MS);
  expect([link.isOpen, link.redeem(code)]).toEqual([false, false]);
});
