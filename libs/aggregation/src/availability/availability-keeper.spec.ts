import { setImmediate as nextTurn } from 'node:timers/promises';
import { FakeClock } from '@orch/apimachinery';
import { AvailabilityKeeper, type AvailabilityKeeperParts } from './availability-keeper.js';
import type { Finding } from './finding.js';

const NAMES = Array.from({ length: 100 }, (_, n) => `v1.g${n}.example.io`);

describe('AvailabilityKeeper', () => {
  it('neither begins nor ends the checks of many group versions in one turn', async () => {
    const ended = new AbortController();
    const asked: ((finding: Finding) => void)[] = [];
    let written = 0;
    const parts = {
      services: { named: (name: string) => ({ name }) },
      client: { read: () => void written++ },
      check: () => new Promise<Finding>((resolve) => asked.push(resolve)),
      checked: async () => undefined,
      metrics: { removed: () => undefined },
      clock: new FakeClock(0),
      warn: () => undefined,
      ended: ended.signal,
    } as unknown as AvailabilityKeeperParts;
    const keeper = new AvailabilityKeeper(parts);
    for (const name of NAMES) keeper.look(name);
    expect(asked.length).toBeLessThan(NAMES.length / 2);
    while (asked.length < NAMES.length) await nextTurn();
    for (const answer of asked) answer({ status: 'False' } as Finding);
    for (let step = 0; step < 20; step++) await Promise.resolve();
    expect(written).toBeLessThan(NAMES.length / 2);
    while (written < NAMES.length) await nextTurn();
    ended.abort();
  });
});
