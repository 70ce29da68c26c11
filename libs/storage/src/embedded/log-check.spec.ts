import { FakeClock } from '@orch/apimachinery';

import type { Disk } from './disk.js';
import { encodeEntry, EntryType } from './log-entry.js';
import { LogCheck } from './log-check.js';

const record = (revision: number, bytes: number): Buffer =>
  encodeEntry({ type: EntryType.Put, key: 'k', timeMs: 0, previous: 0, revision }, 1, {
    bytes: Buffer.alloc(bytes),
    revisionAt: undefined,
  });

function setUp(records: readonly Buffer[]) {
  const clock = new FakeClock();
  const found: number[] = [];
  let read = 0;
  const disk: Pick<Disk, 'rawLog' | 'lastRevision'> = {
    lastRevision: () => records.length,
    *rawLog(from, to) {
      for (let revision = from; revision <= to; revision++) {
        read++;
        yield { key: revision, value: records[revision - 1]! };
      }
    },
  };
  const check = new LogCheck(disk, clock, ({ revision }) => found.push(revision));
  return { clock, check, found, read: () => read };
}

describe('the background check of the log', () => {
  it('reports every damaged record, in bounded steps with pauses, and ends', () => {
    const records = Array.from({ length: 300 }, (_, i) => record(i + 1, 10));
    for (const damaged of [0, 150, 299]) records[damaged]![3]! ^= 1;
    const { clock, found, read } = setUp(records);
    clock.advance(4_999);
    expect(read()).toBe(0);
    const steps: number[] = [];
    for (clock.advance(1); clock.pending > 0; clock.advance(10)) steps.push(read());
    expect([found, steps, read()]).toEqual([[1, 151, 300], [128, 256], 300]);
  });

  it('takes smaller steps for large records', () => {
    const { clock, read } = setUp(Array.from({ length: 10 }, (_, i) => record(i + 1, 200_000)));
    clock.advance(5_000);
    expect(read()).toBe(2);
  });

  it('leaves no timer when stopped or for an empty log', () => {
    const { clock, check } = setUp([record(1, 1)]);
    check.stop();
    expect([clock.pending, setUp([]).clock.pending]).toEqual([0, 0]);
  });
});
