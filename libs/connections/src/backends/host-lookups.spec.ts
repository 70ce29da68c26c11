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
  lookups = new HostLookups(resolver.resolve, 2);
});
const found = (namespace: string | undefined, host: string, all = true): Promise<unknown> =>
  new Promise((resolve) => {
    lookups.of(namespace)(host, { all }, (error, addresses, family) =>
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

it('names of one namespace are looked up one after the other, those of another meanwhile', async () => {
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

it('two namespaces whose names are not answered delay neither configured names nor, for long, a third namespace', async () => {
  void found('a', 'silent.a');
  void found('b', 'silent.b');
  const third = found('c', 'x');
  const configured = [found(undefined, 'hook'), found(undefined, 'issuer'), found(undefined, 'hook')];
  expect(resolver.asked).toEqual(['silent.a', 'silent.b', 'hook', 'issuer']);
  resolver.answer('hook');
  resolver.answer('issuer');
  expect(await Promise.all(configured)).toEqual([[address], [address], [address]]);
  void found('a', 'silent.again');
  resolver.fail('silent.a');
  await new Promise(setImmediate);
  resolver.answer('x');
  expect(await third).toEqual([address]);
});

it('names whose turn did not come while a connection may wait are not looked up', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const first = found('a', 'silent');
  const given = ['x', 'y', 'z'].map((host) => found('a', host));
  jest.advanceTimersByTime(10_000);
  expect(await Promise.all(given)).toEqual(['EAI_AGAIN', 'EAI_AGAIN', 'EAI_AGAIN']);
  const last = found('a', 'last');
  resolver.fail('silent');
  expect(await first).toBe('EAI_AGAIN');
  await new Promise(setImmediate);
  resolver.answer('last');
  expect(await last).toEqual([address]);
  expect(resolver.asked).toEqual(['silent', 'last']);
  jest.useRealTimers();
});
