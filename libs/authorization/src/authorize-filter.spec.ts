import { ALLOWED, type Decision, type ServerRequest } from '@orch/http';
import { mostPerTurn } from '@orch/testing';
import { authorize } from './authorize-filter.js';

it('requests that wait for one decision continue in several turns of the event loop', async () => {
  const decision = Promise.resolve<Decision>(ALLOWED);
  const handle = authorize({ decide: () => decision }, false)(() => undefined);
  const request = {
    url: '/version',
    info: { isResource: false, verb: 'get', path: '/version' },
    user: { username: 'jane', groups: [] },
    raw: { socket: { remoteAddress: '192.0.2.1' } },
  } as unknown as ServerRequest;
  const requests = Array.from({ length: 300 }, async () => handle({ ...request } as ServerRequest));
  // Of one network: in the phase of the event loop for timers, and in that for immediates.
  expect(await mostPerTurn(requests)).toBeLessThanOrEqual(64);
  expect((await Promise.allSettled(requests)).every(({ status }) => status === 'fulfilled')).toBe(true);
});
