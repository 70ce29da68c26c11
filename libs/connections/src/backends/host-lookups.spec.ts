import type { LookupAddress } from 'node:dns';
import { HostLookups } from './host-lookups.js';

const address = { address: '10.0.0.1', family: 4 };

interface Settle {
  readonly resolve: (addresses: LookupAddress[]) => void;
  readonly reject: (error: Error) => void;
}

/** Lookups that are answered by hand. */
class ManualResolver {
  /** Hosts that were asked for, in order. */
  readonly asked: string[] = [];
  private readonly waiting = new Map<string, Settle>();
  readonly resolve = (host: string): Promise<LookupAddress[]> => {
    this.asked.push(host);
    return new Promise((resolve, reject) => this.waiting.set(host, { resolve, reject }));
  };
  answer(host: string): void {
    this.waiting.get(host)!.resolve([address]);
  }
  fail(host: string): void {
    this.waiting.get(host)!.reject(Object.assign(new Error('getaddrinfo'), { code: 'EAI_AGAIN' }));
  }
}

let resolver: ManualResolver;
let lookups: HostLookups;
beforeEach(() => {
  resolver = new ManualResolver();
  lookups = new HostLookups(resolver.resolve);
});
const found = (owner: string, host: string, all = true): Promise<unknown> =>
  new Promise((resolve) => {
    lookups.of(owner)(host, { all }, (error, addresses, family) =>
      resolve(error ? error.code : family === undefined ? addresses : { addresses, family }),
    );
  });

it('concurrent lookups of one name share one, and its failure', async () => {
  const both = [found('a', 'x'), found('a', 'x')];
  resolver.fail('x');
  expect(await Promise.all(both)).toEqual(['EAI_AGAIN', 'EAI_AGAIN']);
  expect(resolver.asked).toEqual(['x']);
  const again = found('a', 'x', false);
  resolver.answer('x');
  expect(await again).toEqual({ addresses: '10.0.0.1', family: 4 });
});

it('names of one owner are looked up one after the other, those of others meanwhile', async () => {
  const [first, second, third] = [found('a', 'x'), found('a', 'y'), found('a', 'z')];
  const other = found('b', 'y');
  expect(resolver.asked).toEqual(['x', 'y']);
  resolver.answer('y');
  expect(await other).toEqual([address]);
  expect(resolver.asked).toEqual(['x', 'y']);
  resolver.fail('x');
  expect(await first).toBe('EAI_AGAIN');
  resolver.answer('y');
  expect(await second).toEqual([address]);
  resolver.answer('z');
  expect(await third).toEqual([address]);
  expect(resolver.asked).toEqual(['x', 'y', 'y', 'z']);
});
