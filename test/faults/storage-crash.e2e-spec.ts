import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { EmbeddedStorage, type Storage, type StorageEvent } from '@orch/storage';
import { runCommand } from '@orch/testing';

import { type TsChild, tsChild } from '../support/ts-child.js';

const ROUNDS = 20;
/** How many acknowledged writes a child may tell of before it is killed, at least and at most. */
const KILL_AFTER = { least: 50, most: 1_500 };

interface Acknowledged {
  readonly key: string;
  readonly type: 'put' | 'delete';
  readonly revision: number;
}

describe('the embedded store and kill -9', () => {
  let child: TsChild;
  let directory: string;

  beforeAll(() => (child = tsChild(join(__dirname, 'storage-crash.child.ts'))));
  beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'storage-crash-'))));
  afterEach(() => rm(directory, { recursive: true }));

  const start = (...args: (string | number)[]): ChildProcess =>
    spawn(process.execPath, [child.file, directory, ...args.map(String)], {
      env: child.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });

  it(`A-007 every acknowledged write is there after each of ${ROUNDS} kills, none twice, and a watch sends all in order`, async () => {
    const revisions = new Set<number>();
    let before = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const acknowledged = await untilKilled(start(), killAfter(round));
      const storage = await EmbeddedStorage.open({ directory });
      try {
        for (const { revision } of acknowledged) {
          expect(revision).toBeGreaterThan(before);
          expect(revisions.has(revision)).toBe(false);
          revisions.add(revision);
        }
        const middle = Math.floor((before + storage.revision) / 2);
        const events = await watchToNow(storage, middle);
        expect(events.map((e) => e.revision)).toEqual(
          Array.from({ length: storage.revision - middle }, (_, i) => middle + i + 1),
        );
        await expectAcknowledged(storage, before, acknowledged);
        await expectStateOfHistory(storage);
        before = storage.revision;
      } finally {
        await storage.close();
      }
    }
  });

  it('A-007 trimming history in the same commits loses no acknowledged write', async () => {
    const last = new Map<string, Acknowledged>();
    let oldest = 0;
    for (let round = 0; round < 8; round++) {
      for (const ack of await untilKilled(start(20), killAfter(round))) last.set(ack.key, ack);
      const storage = await EmbeddedStorage.open({ directory, historyWindowMs: 20 });
      try {
        for (const { key, type, revision } of last.values()) {
          const found = await storage.get(key);
          // A later write of the same writer may have become durable just before the kill, and changed the key again.
          const isOvertaken = found === undefined ? storage.revision > revision : found.revision > revision;
          const isAsAcknowledged = type === 'put' ? found?.revision === revision : found === undefined;
          expect(isAsAcknowledged || isOvertaken).toBe(true);
          if (found) expect(found.value.toString()).toContain(`|${found.revision}|`);
          expect(storage.revision).toBeGreaterThanOrEqual(revision);
        }
        oldest = storage.oldestRevision;
      } finally {
        await storage.close();
      }
    }
    expect(oldest).toBeGreaterThan(0);
  });

  it('the directory is locked while another process has it, and free as soon as that was killed', async () => {
    const other = start();
    const gone = once(other, 'exit');
    await once(other.stdout ?? other, 'data');
    const refused = EmbeddedStorage.open({ directory });
    await expect(refused).rejects.toMatchObject({ code: 'Locked', key: directory });
    await expect(refused).rejects.toThrow(`in use by process ${other.pid}: stop it first`);
    other.kill('SIGKILL');
    await gone;
    await (await EmbeddedStorage.open({ directory })).close();
  });

  it('the directory stays that of a process whose lock files were removed', async () => {
    const other = start();
    const gone = once(other, 'exit');
    await once(other.stdout ?? other, 'data');
    for (const name of ['lock.mdb', 'lock.mdb-lock']) await rm(join(directory, name));
    await expect(EmbeddedStorage.open({ directory })).rejects.toMatchObject({ code: 'Locked', key: directory });
    other.kill('SIGKILL');
    await gone;
    await (await EmbeddedStorage.open({ directory })).close();
  });

  it('of many processes that start at once exactly one gets the directory', async () => {
    const children = Array.from({ length: 6 }, () => start(300_000, 1));
    const gone = children.map((contender) => once(contender, 'exit'));
    const firstWords = await Promise.all(
      children.map(async (contender, n) => {
        const [output] = (await Promise.race([once(contender.stdout ?? contender, 'data'), gone[n]])) as [unknown];
        return Buffer.isBuffer(output) ? 'writes' : 'refused';
      }),
    );
    for (const contender of children) contender.kill('SIGKILL');
    // The directory is removed when none writes any more.
    await Promise.all(gone);
    expect(firstWords.sort()).toEqual(['refused', 'refused', 'refused', 'refused', 'refused', 'writes']);
  });

  it('a commit that finds no space is refused, prints nothing, and leaves the store as it was', async () => {
    // One value larger than all space there is: LMDB finds out when it writes.
    const args = [child.file, directory, 300_000, 2, 20_000_000].map(String);
    const run = await runCommand('sh', ['-c', 'ulimit -f 16384; exec "$@"', 'sh', process.execPath, ...args], {
      environment: child.env,
    });
    expect(run).toEqual({ status: 0, stdout: 'failed Refused\nfailed Refused\nread 0 0\n', stderr: '' });
  });

  it('a full disk fails every write, loses nothing, and leaves a store that can be read and opened again', async () => {
    // A limit on the size of a file simulates the full disk; Node gets an error instead of a signal.
    const args = [child.file, directory, 300_000, 4, 20_000].map(String);
    const full = spawn('sh', ['-c', 'ulimit -f 16384; exec "$@"', 'sh', process.execPath, ...args], {
      env: child.env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const lines: string[] = [];
    const gone = once(full, 'exit');
    for await (const line of createInterface({ input: full.stdout })) lines.push(line);
    expect(await gone).toEqual([0, null]);
    const written = lines.filter((line) => line.startsWith('key-'));
    const last = Number(written.at(-1)?.split(' ')[2]);
    const latest = new Map(written.map((line) => line.split(' ').slice(0, 2) as [string, string]));
    const count = [...latest.values()].filter((type) => type === 'put').length;
    expect(lines.slice(written.length)).toEqual([...Array<string>(4).fill('failed Refused'), `read ${count} ${last}`]);
    const storage = await EmbeddedStorage.open({ directory });
    expect(storage.revision).toBe(last);
    await expectStateOfHistory(storage);
    expect((await storage.create('after', { bytes: Buffer.from('v'), revisionAt: undefined })).revision).toBe(last + 1);
    await storage.close();
  });
});

/** Spread over the range, the same in every run. */
const killAfter = (round: number): number =>
  KILL_AFTER.least + ((round * 7_919) % (KILL_AFTER.most - KILL_AFTER.least));

/** Reads the reports of the child, kills it after `count` writes, and returns all reports. */
async function untilKilled(child: ChildProcess, count: number): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  const gone = once(child, 'exit');
  if (!child.stdout) throw new Error('the child has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const [key = '', type, revision] = line.split(' ');
    // The last line may have been cut off by the kill.
    if (type !== 'put' && type !== 'delete') throw new Error(`the child said: ${line}`);
    acknowledged.push({ key, type, revision: Number(revision) });
    if (acknowledged.length === count) child.kill('SIGKILL');
  }
  expect(await gone).toEqual([null, 'SIGKILL']);
  return acknowledged;
}

/** All events of a watch from `after` up to the newest revision. */
async function watchToNow(storage: Storage, after: number): Promise<StorageEvent[]> {
  const events: StorageEvent[] = [];
  await new Promise<void>((resolve, reject) => {
    const subscription = storage.watch('', after).subscribe({
      next: (event) => {
        events.push(event);
        if (event.revision < storage.revision) return;
        subscription.unsubscribe();
        resolve();
      },
      error: reject,
    });
  });
  return events;
}

async function expectAcknowledged(
  storage: Storage,
  after: number,
  acknowledged: readonly Acknowledged[],
): Promise<void> {
  const byRevision = new Map<number, StorageEvent>();
  for await (const event of storage.history('', after, storage.revision)) byRevision.set(event.revision, event);
  for (const { key, type, revision } of acknowledged) {
    const event = byRevision.get(revision);
    expect(event && { key: event.key, type: event.type }).toEqual({ key, type });
    expect(event?.value.toString()).toContain(`|${revision}|`);
  }
}

/** The stored keys must be the result of all changes. */
async function expectStateOfHistory(storage: Storage): Promise<void> {
  const state = new Map<string, number>();
  for await (const { type, key, revision } of storage.history('', 0, storage.revision)) {
    if (type === 'put') state.set(key, revision);
    else state.delete(key);
  }
  const stored = new Map<string, number>();
  for await (const { key, revision } of (await storage.list('')).items) stored.set(key, revision);
  expect(stored).toEqual(new Map([...state].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))));
}
