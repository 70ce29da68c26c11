import { FakeClock } from '@orch/apimachinery';
import { InvalidCredential } from './authenticator.js';
import { MAX_SESSIONS, SESSION_MS, SessionTokens } from './session-tokens.js';

const user = { username: 'admin', groups: ['system:masters'] };

it('a session is valid for twelve hours', () => {
  const clock = new FakeClock();
  const sessions = new SessionTokens(clock);
  const { token, expiresMs } = sessions.issue(user);
  expect(token).toMatch(/^session\.[\w-]{43}$/);
  expect(expiresMs - clock.now()).toBe(SESSION_MS);
  clock.advance(SESSION_MS - 1);
  expect(sessions.authenticateToken(token)).toEqual({ user });
  clock.advance(1);
  expect(() => sessions.authenticateToken(token)).toThrow(InvalidCredential);
});

it('a session of another server is invalid, and other tokens are not its concern', () => {
  const { token } = new SessionTokens(new FakeClock()).issue(user);
  const other = new SessionTokens(new FakeClock());
  expect(() => other.authenticateToken(token)).toThrow(InvalidCredential);
  for (const text of ['abc', 'session.abc', `${token}A`]) expect(other.authenticateToken(text)).toBeUndefined();
});

it('the oldest session ends for a new one', () => {
  const sessions = new SessionTokens(new FakeClock());
  const issued = Array.from({ length: MAX_SESSIONS + 1 }, () => sessions.issue(user).token);
  expect(() => sessions.authenticateToken(issued[0]!)).toThrow(InvalidCredential);
  expect(sessions.authenticateToken(issued[1]!)).toEqual({ user });
});
