import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StorageError } from '../storage-error.js';
import type { Changes } from './disk.js';
import { type CommitDisk, GroupCommit } from './group-commit.js';
import { EMPTY_TALLY, type KeyTally } from './key-tally.js';
import { EntryType } from './log-entry.js';
import { Write } from './write.js';

/** An in-memory disk whose commits end under control of the test. */
class HeldDisk implements CommitDisk {
  readonly keys = new Map<string, number>();
  /** The revisions of each commit so far. */
  readonly commits: number[][] = [];
  last = 0;
  private running: { resolve: () => void; reject: (reason: unknown) => void; apply: () => void } | undefined;
  private started: (() => void) | undefined;

  revisionOf = (key: string) => this.keys.get(key) ?? 0;
  lastRevision = () => this.last;
  refresh = () => undefined;

  transaction(write: (changes: Changes) => void): Promise<void> {
    const steps: (() => void)[] = [];
    const revisions: number[] = [];
    const record = (revision: number, step: () => void) => {
      revisions.push(revision);
      steps.push(() => ((this.last = revision), step()));
    };
    write({
      put: (key, revision) => record(revision, () => this.keys.set(key, revision)),
      delete: (key, revision) => record(revision, () => this.keys.delete(key)),
      trim: () => undefined,
      begin: () => undefined,
      putPlaceholder: () => undefined,
      finish: () => undefined,
      upgrade: () => undefined,
    });
    this.commits.push(revisions);
    return new Promise((resolve, reject) => {
      this.running = { resolve, reject, apply: () => steps.forEach((step) => step()) };
      this.started?.();
    });
  }

  /** Resolves when a commit has started. */
  async begun(): Promise<void> {
    if (!this.running) await new Promise<void>((resolve) => (this.started = resolve));
  }

  succeed(): void {
    this.running?.apply();
    this.running?.resolve();
    this.running = undefined;
  }

  fail(reason: unknown, applied = false): void {
    if (applied) this.running?.apply();
    this.running?.reject(reason);
    this.running = undefined;
  }
}

function setUp(trim: () => undefined = () => undefined) {
  const disk = new HeldDisk();
  const published: number[] = [];
  const broken: StorageError[] = [];
  const ended: number[] = [];
  const tallies: KeyTally[] = [];
  const commits = new GroupCommit(
    disk,
    {
      trim,
      committed: (writes) => published.push(...writes.map((w) => w.revision)),
      begins: () => undefined,
      broken: (reason) => broken.push(reason),
      ended: (bytes) => ended.push(bytes),
    },
    0,
  );
  const put = (key: string) =>
    commits.submit((revision, before) => {
      const facts = { type: EntryType.Put, key, keyBytes: key.length, revision, previous: commits.revisionOf(key) };
      const write = new Write({ ...facts, timeMs: 0 }, before);
      tallies.push(write.tally);
      return write;
    }).stored;
  return { disk, published, broken, ended, commits, put, tallies };
}

describe('GroupCommit', () => {
  it('batches writes that arrive during a commit into the next one', async () => {
    const { disk, commits, put, published } = setUp();
    const first = put('a');
    await disk.begun();
    const later = [put('b'), put('a'), put('c')];
    expect(commits.revisionOf('a')).toBe(3);
    expect([commits.revision, disk.commits]).toEqual([0, [[1]]]);
    disk.succeed();
    await first;
    expect([commits.revision, published]).toEqual([1, [1]]);
    await disk.begun();
    expect(disk.commits).toEqual([[1], [2, 3, 4]]);
    disk.succeed();
    await Promise.all(later);
    expect([commits.revision, published]).toEqual([4, [1, 2, 3, 4]]);
  });

  it('compares a precondition with the newest write of its key, also after a failed commit', async () => {
    const { disk, commits, put } = setUp();
    const compared = () => [commits.revisionOfPrecondition('a'), commits.revisionOfPrecondition('a')];
    const first = put('a');
    expect(compared()).toEqual([1, 1]);
    await disk.begun();
    const second = put('a');
    expect(compared()).toEqual([2, 2]);
    disk.succeed();
    await first;
    await disk.begun();
    const third = put('a');
    expect(compared()).toEqual([3, 3]);
    disk.fail(new Error('full'));
    await expect(second).rejects.toMatchObject({ code: 'Refused' });
    await expect(third).rejects.toMatchObject({ code: 'Refused' });
    expect(compared()).toEqual([1, 1]);
    disk.keys.set('a', 7);
    commits.startAt(7, EMPTY_TALLY);
    expect(compared()).toEqual([7, 7]);
  });

  it('keeps a queued write to the same key visible when a commit ends', async () => {
    const { disk, commits, put } = setUp();
    const first = put('a');
    await disk.begun();
    const second = put('a');
    disk.succeed();
    await first;
    expect(commits.revisionOf('a')).toBe(2);
    await disk.begun();
    disk.succeed();
    await second;
    expect([commits.revisionOf('a'), disk.revisionOf('a')]).toEqual([2, 2]);
  });

  it('commits writes of one turn of the event loop together', async () => {
    const { disk, put } = setUp();
    const writes = [put('a'), put('b')];
    await Promise.resolve();
    writes.push(put('c'));
    await disk.begun();
    expect(disk.commits).toEqual([[1, 2, 3]]);
    disk.succeed();
    await Promise.all(writes);
  });

  it('adds writes of the next turns until a turn has none', async () => {
    const { disk, put } = setUp();
    const writes = [put('a')];
    await nextTurn();
    writes.push(put('b'));
    await disk.begun();
    expect(disk.commits).toEqual([[1, 2]]);
    disk.succeed();
    await Promise.all(writes);
  });

  it.each([
    [31, 0],
    [32, 1],
  ])('%i writes in one turn: %i commits start at its end', async (count, begun) => {
    const { disk, put } = setUp();
    const writes = Array.from({ length: count }, (_, i) => put(`key-${i}`));
    await nextTurn();
    expect(disk.commits).toHaveLength(begun);
    await disk.begun();
    disk.succeed();
    await Promise.all(writes);
  });

  it.each([
    [31, 1],
    [32, 2],
  ])('%i queued writes: %i commits have started when the first one is published', async (count, begun) => {
    const { disk, put, published } = setUp();
    const first = put('first');
    await disk.begun();
    const writes = Array.from({ length: count }, (_, i) => put(`key-${i}`));
    let commitsThen = 0;
    published.push = () => (commitsThen ||= disk.commits.length);
    disk.succeed();
    await first;
    expect(commitsThen).toBe(begun);
    await disk.begun();
    disk.succeed();
    await Promise.all(writes);
  });

  it('a failed commit leaves the previously published one intact', async () => {
    const { disk, put, published, commits, broken } = setUp();
    const first = put('first');
    await disk.begun();
    const lost = Array.from({ length: 32 }, (_, i) => put(`key-${i}`));
    disk.succeed();
    await first;
    disk.fail(new Error('no space left'));
    const outcomes = await Promise.allSettled(lost);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(32);
    const again = put('again');
    await disk.begun();
    disk.succeed();
    expect((await again).revision).toBe(2);
    expect([published, broken, commits.revision]).toEqual([[1, 2], [], 2]);
  });

  it('a failed commit with nothing on disk rejects writes in flight and queued, then continues from the disk', async () => {
    const { disk, commits, put, published, broken } = setUp();
    const good = put('a');
    await disk.begun();
    disk.succeed();
    await good;
    const lost = [put('a'), put('b')];
    await disk.begun();
    lost.push(put('c'));
    const cause = new Error('no space left');
    disk.fail(cause);
    const outcomes = await Promise.allSettled(lost);
    for (const [i, key] of ['a', 'b', 'c'].entries())
      expect(outcomes[i]).toMatchObject({ status: 'rejected', reason: { code: 'Refused', key, cause } });
    expect([commits.revisionOf('a'), commits.revisionOf('b'), commits.revision]).toEqual([1, 0, 1]);
    const again = put('b');
    await disk.begun();
    disk.succeed();
    expect((await again).revision).toBe(2);
    expect([published, broken]).toEqual([[1, 2], []]);
  });

  it('the tally of keys continues from the disk after a failed commit', async () => {
    const { disk, put, tallies } = setUp();
    const good = put('a');
    await disk.begun();
    disk.succeed();
    await good;
    const lost = [put('b'), put('a')];
    await disk.begun();
    disk.fail(new Error('no space left'));
    await Promise.allSettled(lost);
    const again = put('b');
    await disk.begun();
    disk.succeed();
    await again;
    expect(tallies.map(({ keys }) => keys)).toEqual([1, 2, 2, 2]);
    expect(tallies[3]).toEqual(tallies[1]);
  });

  it('a commit whose trim fails rejects its writes', async () => {
    const { disk, put, broken } = setUp(() => {
      throw new Error('Input/output error');
    });
    await expect(put('a')).rejects.toThrow('writing a failed: Input/output error');
    expect([disk.commits, broken]).toEqual([[], []]);
  });

  it("rejects with the reason in LMDB's commitError promise", async () => {
    const { disk, put } = setUp();
    const lost = put('a');
    await disk.begun();
    disk.fail(
      Object.assign(new Error('see commitError'), { commitError: Promise.reject(new Error('Input/output error')) }),
    );
    await expect(lost).rejects.toThrow('writing a failed: Input/output error');
  });

  it('a commit that cannot be published ends the store: watches may have missed it', async () => {
    const { disk, put, published, broken } = setUp();
    published.push = () => {
      throw new Error('cannot read what it replaced');
    };
    const unknown = put('a');
    await disk.begun();
    disk.succeed();
    await expect(unknown).rejects.toThrow('cannot read what it replaced');
    expect(broken).toMatchObject([{ code: 'Unavailable' }]);
  });

  it('a commit that runs while the store fails is rejected too', async () => {
    const { disk, put, published, broken } = setUp();
    const first = put('first');
    await disk.begun();
    const later = Array.from({ length: 32 }, (_, i) => put(`key-${i}`));
    published.push = () => {
      throw new Error('cannot read what it replaced');
    };
    disk.succeed();
    await expect(first).rejects.toThrow('cannot read what it replaced');
    disk.succeed();
    const outcomes = await Promise.allSettled(later);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(32);
    expect(broken).toHaveLength(1);
  });

  it('a failed commit that is on disk after all ends the store: its durability is unknown', async () => {
    const { disk, put, published, broken, ended } = setUp();
    const unknown = put('a');
    await disk.begun();
    disk.fail(new Error('flush failed'), true);
    await expect(unknown).rejects.toMatchObject({ code: 'Unavailable' });
    // What measures the file must not read it any more.
    expect([published, ended]).toEqual([[], []]);
    expect(broken).toMatchObject([{ code: 'Unavailable' }]);
    expect(() => put('b')).toThrow('restart this process');
  });

  it.each(['refresh', 'lastRevision'] as const)(
    'a failed commit after which %s of the disk fails, too, ends the store',
    async (read) => {
      const { disk, commits, put, broken } = setUp();
      const unknown = [put('a')];
      await disk.begun();
      unknown.push(put('b'));
      disk[read] = () => {
        throw new Error('Input/output error');
      };
      disk.fail(new Error('flush failed'));
      for (const outcome of await Promise.allSettled(unknown))
        expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'Unavailable' } });
      await commits.settled();
      expect(broken).toMatchObject([{ code: 'Unavailable' }]);
      expect(() => put('c')).toThrow('restart this process');
    },
  );
});
