import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Requester } from '@orch/http';
import { TokenHashes } from './token-hashes.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** A request of a connection. */
const on = (connection: object): Requester => ({ raw: { socket: connection } }) as unknown as Requester;
const connection = (): object => ({ encrypted: true });

describe('TokenHashes', () => {
  it('gives one token one hash, on any connection and without one', () => {
    const hashes = new TokenHashes();
    const [one, other] = [connection(), connection()];
    const found = [on(one), on(one), on(other), on({}), undefined].map((requester) => hashes.of('token', requester));
    expect(new Set(found).size).toBe(1);
  });

  it('gives the tokens that take turns on one connection their own hashes', () => {
    const hashes = new TokenHashes();
    const shared = connection();
    const found = ['a', 'b', 'a', 'b', 'b'].map((token) => hashes.of(token, on(shared)));
    expect(found).toEqual(['a', 'b', 'a', 'b', 'b'].map((token) => hashes.of(token)));
    expect(new Set(found).size).toBe(2);
  });

  it.each([
    ['a long token', (text: string) => text],
    ['the long header of a short token', (text: string) => text.slice(0, 40)],
  ])('does not keep %s of an idle connection', (_, tokenOf) => {
    const hashes = new TokenHashes();
    const connections = Array.from({ length: 500 }, connection);
    const heldBytes = (): number => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const before = heldBytes();
    for (const one of connections) hashes.of(tokenOf(Buffer.alloc(16_000, 'x').toString('latin1')), on(one));
    expect(heldBytes() - before).toBeLessThan(2_000_000);
    expect(connections.map((one) => hashes.of('token', on(one)))).toContain(hashes.of('token')); // both were held until here
  });

  it('gives the requests of one HTTP/2 session the same hash', () => {
    const hashes = new TokenHashes();
    const stream = { session: { socket: connection() } };
    const requester = { raw: { stream, socket: new Proxy({}, {}) } } as unknown as Requester;
    expect(hashes.of('token', requester)).toBe(hashes.of('token'));
  });

  it('has keys of its own', () => expect(new TokenHashes().of('token')).not.toBe(new TokenHashes().of('token')));
});
