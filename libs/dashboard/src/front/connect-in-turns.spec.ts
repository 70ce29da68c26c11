import { mostPerTurn } from '@orch/testing';
import type { buildConnector } from 'undici';
import { connectInTurns } from './connect-in-turns.js';

it('begins four connections in a turn of the event loop, in order', async () => {
  const begun: string[] = [];
  const connect = connectInTurns(({ hostname }, callback) => {
    begun.push(hostname);
    callback(new Error('no server'), null);
  });
  const hosts = Array.from({ length: 10 }, (_, n) => `host-${n}`);
  const ended = hosts.map(
    (hostname) => new Promise<void>((resolve) => connect({ hostname } as buildConnector.Options, () => resolve())),
  );
  expect(await mostPerTurn(ended)).toBe(4);
  expect(begun).toEqual(hosts);
});
