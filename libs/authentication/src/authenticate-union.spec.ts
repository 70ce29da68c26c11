import type { UserInfo } from '@orch/api';
import type { ServerRequest } from '@orch/http';
import { mostPerTurn } from '@orch/testing';
import { authenticateUnion } from './authenticate-union.js';
import { anonymousAuthenticator } from './anonymous.js';
import { type Authenticator, InvalidCredential } from './authenticator.js';

const request = { raw: { socket: { remoteAddress: '192.0.2.1' } } } as unknown as ServerRequest;
const finds = (username: string): Authenticator => ({ name: username, authenticate: () => ({ username, groups: [] }) });
const nothing: Authenticator = { name: 'nothing', authenticate: () => undefined };
const bad: Authenticator = {
  name: 'bad',
  authenticate: () => {
    throw new InvalidCredential('bad');
  },
};
const later = (inner: Authenticator): Authenticator => ({
  name: inner.name,
  authenticate: async (r) => inner.authenticate(r),
});
const run = async (...list: Authenticator[]): Promise<UserInfo | undefined> => authenticateUnion(list)(request);

describe('authenticateUnion', () => {
  it('D-003 uses the first success', async () =>
    expect((await run(nothing, finds('a'), finds('b')))?.username).toBe('a'));
  it('D-003 continues after an error', async () => expect((await run(bad, finds('b')))?.username).toBe('b'));
  it('D-003 continues after an asynchronous error', async () =>
    expect((await run(later(bad), later(finds('b'))))?.username).toBe('b'));
  it('D-004 answers 401 when a credential is invalid and no method succeeds', async () =>
    expect(run(bad, nothing, anonymousAuthenticator())).rejects.toMatchObject({ code: 401, message: 'Unauthorized' }));
  it('D-004 the same for an asynchronous error', async () =>
    expect(run(later(bad), anonymousAuthenticator())).rejects.toMatchObject({ code: 401 }));
  it('B-115 authenticates requests without credentials as anonymous', async () =>
    expect(await run(nothing, anonymousAuthenticator())).toEqual({
      username: 'system:anonymous',
      groups: ['system:unauthenticated'],
    }));
  it('D-005 adds all other users to system:authenticated', async () =>
    expect((await run(finds('a')))?.groups).toEqual(['system:authenticated']));
  it('D-005 does not add the anonymous user of a proxy or a webhook to system:authenticated', async () =>
    expect(await run(finds('system:anonymous'))).toEqual({ username: 'system:anonymous', groups: [] }));
  it('is synchronous when all methods are', () =>
    expect(authenticateUnion([finds('a')])(request)).not.toBeInstanceOf(Promise));
  it('goes on to the next method in several turns of the event loop for requests that waited for one answer', async () => {
    const refused = Promise.reject(new InvalidCredential('unknown key'));
    const slow: Authenticator = { name: 'slow', authenticate: () => refused };
    const requests = Array.from({ length: 300 }, () => run(slow, finds('b')));
    expect(await mostPerTurn(requests)).toBeLessThanOrEqual(64);
    expect((await requests[0])?.username).toBe('b');
  });
  it('does not hide an internal error of a method', async () => {
    const broken: Authenticator = {
      name: 'broken',
      authenticate: () => {
        throw new TypeError('bug');
      },
    };
    await expect(async () => run(broken, finds('a'))).rejects.toThrow(TypeError);
  });
});
