import { StorageError } from '../storage-error.js';
import type { StorageEvent } from '../storage.js';
import { AppliedLog } from './applied-log.js';

const eventAt = (revision: number): StorageEvent => ({
  type: 'put',
  key: `k${revision}`,
  value: Buffer.from(''),
  revision,
  previous: undefined,
  timeMs: 0,
});

/** A log at revision 4, and the outcomes of its own writes. */
function logAt4() {
  const lost = new Set<number>();
  const delivered: number[] = [];
  const missed: number[] = [];
  const wanted: number[] = [];
  const log = new AppliedLog(
    4,
    ({ revision }) => delivered.push(revision),
    () => true,
    (revision) => lost.has(revision),
    { miss: (revision) => void missed.push(revision), want: (revision) => void wanted.push(revision) },
  );
  const answered = (...revisions: number[]): Promise<unknown>[] => {
    const outcomes = revisions.map((revision) => {
      let own!: { resolve: (stored: unknown) => void; reject: (error: Error) => void };
      const stored = new Promise<unknown>((resolve, reject) => (own = { resolve, reject }));
      const outcome = stored.then(
        () => 'written',
        (error: { code: string }) => error.code,
      );
      return { write: { event: eventAt(revision), ...own }, outcome };
    });
    log.answered(outcomes.map(({ write }) => write));
    return outcomes.map(({ outcome }) => outcome);
  };
  return { log, lost, delivered, missed, wanted, answered };
}

describe('AppliedLog', () => {
  it('delivers consecutive own writes immediately, others in the order of the stream', async () => {
    const { log, delivered, missed, answered } = logAt4();
    expect(await Promise.all(answered(5, 6))).toEqual(['written', 'written']);
    const [later] = answered(8);
    expect(delivered).toEqual([5, 6]);
    expect(missed).toEqual([8]);
    [5, 6, 7, 8].forEach((revision) => log.next(eventAt(revision)));
    expect(await later).toBe('written');
    expect(delivered).toEqual([5, 6, 7, 8]);
  });

  it('rejects an answered write that was lost, when history continues without it', async () => {
    const { log, lost, delivered, answered } = logAt4();
    const outcomes = answered(7, 9);
    lost.add(7);
    log.skipTo(9);
    expect(await outcomes[0]).toBe('Unavailable');
    lost.add(6);
    // A late answer of the previous server, after the new epoch began.
    expect(await answered(6)[0]).toBe('Unavailable');
    expect(delivered).toEqual([]);
  });

  it('rejects all waiters on restart', async () => {
    const { log, wanted, answered } = logAt4();
    const [write] = answered(9);
    const waiting = log.reached(8).catch((error: unknown) => error);
    expect(wanted).toEqual([8]);

    const reason = new StorageError('Lost', '');
    log.restart(20, reason);
    expect(await write).toBe('Unavailable');
    expect(await waiting).toBe(reason);
    expect(log.revision).toBe(20);
  });
});
