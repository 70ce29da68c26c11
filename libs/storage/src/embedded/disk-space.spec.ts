import { FakeClock } from '@orch/apimachinery';

import type { StorageError } from '../storage-error.js';
import { DiskSpace, RESERVE_BYTES, type WriteKind } from './disk-space.js';
import { StoreFileError } from './store-file-error.js';

const PAGE = 4_096;
const MIB = 1_024 * 1_024;

/** A file with 100 used pages on a disk with limited free space. */
function setUp(diskBytes: number) {
  const clock = new FakeClock();
  const log: string[] = [];
  const file = { bytes: 100 * PAGE, diskBytes, freePages: 0, closed: false, fault: undefined as Error | undefined };
  const tail = {
    get bytes() {
      return file.bytes;
    },
    append: (bytes: number): Promise<void> => {
      if (file.fault) return Promise.reject(file.fault);
      const written = Math.min(bytes, file.diskBytes);
      file.bytes += written;
      file.diskBytes -= written;
      if (written === bytes) return Promise.resolve();
      return Promise.reject(Object.assign(new Error('ENOSPC: no space left on device, write'), { errno: -28, code: 'ENOSPC' }));
    },
    close: () => void (file.closed = true),
  }; // prettier-ignore
  const used = { pages: 100 };
  const space = new DiskSpace({
    tail,
    use: () => ({ pageBytes: PAGE, pages: used.pages, freePages: file.freePages }),
    clock,
    observer: {
      diskFull: (reason) => log.push(`full: ${reason}`),
      diskRecovered: () => log.push('recovered'),
      diskFailed: (reason) => log.push(`failed: ${reason}`),
    },
    onRetry: () => log.push('retry'),
  });
  const admits = (kind: WriteKind, bytes = 100, pendingBytes = 0): boolean => {
    try {
      space.admit(kind, 'a', bytes, pendingBytes);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ name: 'StorageError', code: 'Refused', key: 'a', what: FULL });
      return false;
    }
  };
  /** A commit that used `bytes` behind the last page. */
  const commit = async (bytes: number) => {
    used.pages += bytes / PAGE;
    space.committed(bytes);
    await settled();
  };
  return { clock, log, file, used, space, admits, commit };
}

function failureOf(space: DiskSpace): unknown {
  try {
    return space.assertNotFailing();
  } catch (error) {
    return error;
  }
}

const FULL = 'the disk is full: free or add space';
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('DiskSpace', () => {
  it('keeps allocated space behind the last page, ahead of commits', async () => {
    const { file, used, space, commit, admits, log } = setUp(100 * MIB);
    await space.ensure();
    const behind = () => file.bytes - used.pages * PAGE;
    for (let n = 0; n < 40; n++) {
      expect(behind()).toBeGreaterThanOrEqual(RESERVE_BYTES);
      expect(behind()).toBeLessThanOrEqual(RESERVE_BYTES + 3 * MIB);
      await commit(256 * 1_024);
    }
    expect([admits('create', 3 * MIB), admits('update'), admits('delete'), log]).toEqual([true, true, true, []]);
  });

  it('measures again about once per MiB', async () => {
    const { space, commit, file } = setUp(100 * MIB);
    await space.ensure();
    const before = file.bytes;
    await commit(16 * PAGE);
    await commit(16 * PAGE);
    expect(file.bytes).toBe(before);
  });

  const left: [name: string, bytes: number, admitted: readonly [WriteKind, number][], refused: readonly [WriteKind, number][]][] = [
    ['all of the reserve: creates that leave it', RESERVE_BYTES + MIB, [['create', 100], ['update', 2 * MIB], ['delete', 3 * MIB]], [['create', MIB]]],
    ['less: updates', RESERVE_BYTES, [['update', 100], ['update', MIB], ['delete', 100]], [['create', 100]]],
    ['about half: small updates', RESERVE_BYTES / 2, [['update', 100], ['update', 16_000], ['delete', 100]], [['create', 100], ['update', 20_000]]],
    ['a quarter: deletes', RESERVE_BYTES / 4, [['delete', 100], ['delete', MIB]], [['create', 100], ['update', 100]]],
    ['nothing: deletes', 0, [['delete', 100]], [['update', 100]]],
  ]; // prettier-ignore
  it.each(left)('on a full disk, with %s', async (_name, bytes, admitted, refused) => {
    const { space, admits } = setUp(bytes);
    await space.ensure();
    expect(admitted.map(([kind, size]) => admits(kind, size))).toEqual(admitted.map(() => true));
    expect(refused.map(([kind, size]) => admits(kind, size))).toEqual(refused.map(() => false));
  });

  it('counts queued writes as used', async () => {
    const { space, admits } = setUp(RESERVE_BYTES + MIB);
    await space.ensure();
    expect([admits('create', 100, 0), admits('create', 100, MIB)]).toEqual([true, false]);
  });

  it('counts free pages too, but a value must fit behind the last page', async () => {
    const { space, admits, file } = setUp(MIB);
    file.freePages = 10_000;
    await space.ensure();
    expect([space.fullReason, admits('create', 100), admits('create', 2 * MIB)]).toEqual([undefined, true, false]);
  });

  it('reports a full disk once, retries each second, and reports recovery once', async () => {
    const { space, clock, file, log, commit } = setUp(RESERVE_BYTES);
    await space.ensure();
    await commit(PAGE);
    expect([log, space.fullReason]).toEqual([[`full: ${FULL}`], FULL]);
    clock.advance(1_000);
    await settled();
    expect(log).toEqual([`full: ${FULL}`, 'retry']);
    file.diskBytes = 100 * MIB;
    clock.advance(1_000);
    await settled();
    expect([log, space.fullReason]).toEqual([[`full: ${FULL}`, 'retry', 'retry', 'recovered'], undefined]);
    clock.advance(10_000);
    await settled();
    expect(log).toHaveLength(4);
  });

  it('recovers when enough pages of the file are free, although the disk is full', async () => {
    const { space, file, commit, log } = setUp(RESERVE_BYTES);
    await space.ensure();
    file.freePages = 2 * (MIB / PAGE) - 1;
    await commit(0);
    expect(space.fullReason).toBe(FULL);
    file.freePages++;
    await commit(0);
    expect([space.fullReason, log]).toEqual([undefined, [`full: ${FULL}`, 'recovered']]);
  });

  it('refuses writes that may find no space after a failed commit, until the file was extended', async () => {
    const { space, admits } = setUp(100 * MIB);
    await space.ensure();
    space.committed(100, Object.assign(new Error('No space left on device'), { code: 28 }));
    expect([admits('create', 7 * MIB), admits('delete')]).toEqual([false, true]);
    await settled();
    expect(admits('create', 7 * MIB)).toBe(true);
  });

  it('lets no commit begin for a second after one that the disk failed, and does not stop commits for missing space', async () => {
    const { space, clock, log } = setUp(100 * MIB);
    const failed = (code: number) => Object.assign(new Error('Input/output error'), { code });
    space.committed(PAGE, failed(28));
    expect(() => space.assertNotFailing()).not.toThrow();
    space.committed(PAGE, failed(5));
    const refusal = failureOf(space);
    expect(refusal).toMatchObject({ message: 'the store cannot be written: the disk reports an input/output error' });
    // A commit that was not begun does not prolong it.
    clock.advance(500);
    space.committed(PAGE, refusal);
    expect(log).toEqual(['failed: the disk reports an input/output error']);
    clock.advance(500);
    await settled();
    expect(() => space.assertNotFailing()).not.toThrow();
    await space.close();
  });

  it('says why commits fail until one succeeds, also while the next ones are tried', async () => {
    const { space, clock, commit } = setUp(100 * MIB);
    space.committed(PAGE, Object.assign(new Error('Input/output error'), { code: 5 }));
    await settled();
    clock.advance(1_000);
    expect(space.fullReason).toBe('the store cannot be written: the disk reports an input/output error');
    space.committed(0);
    expect(space.fullReason).toBeDefined();
    await commit(PAGE);
    expect(space.fullReason).toBeUndefined();
    await space.close();
  });

  it('lets no commit begin after one that the disk failed until the file was extended, unless it is full', async () => {
    const { space, clock, file } = setUp(100 * MIB);
    const fault = (code: number) => Object.assign(new Error('a fault'), { code, errno: -code });
    const second = async () => {
      clock.advance(1_000);
      await settled();
    };
    file.fault = fault(5);
    space.committed(PAGE, fault(5));
    await settled();
    for (let n = 0; n < 3; n++) {
      await second();
      expect(() => space.assertNotFailing()).toThrow('input/output error');
    }
    file.fault = fault(28);
    for (let n = 0; n < 2; n++) await second();
    expect(() => space.assertNotFailing()).not.toThrow();

    file.fault = fault(5);
    space.committed(PAGE, fault(5));
    for (let n = 0; n < 2; n++) await second();
    expect(() => space.assertNotFailing()).toThrow('input/output error');
    file.fault = undefined;
    for (let n = 0; n < 2; n++) await second();
    expect(() => space.assertNotFailing()).not.toThrow();
    await space.close();
  });

  it('lets no commit begin for a second when a commit finds no space again although the file could be extended', async () => {
    const { space, clock, log } = setUp(100 * MIB);
    await space.ensure();
    const noSpace = () => Object.assign(new Error('No space left on device'), { code: 28 });
    space.committed(PAGE, noSpace());
    await settled();
    expect(() => space.assertNotFailing()).not.toThrow();
    space.committed(PAGE, noSpace());
    await settled();
    expect(failureOf(space)).toMatchObject({ message: `the store cannot be written: ${FULL}` });
    expect(log).toEqual([`failed: ${FULL}`]);
    clock.advance(1_000);
    expect(() => space.assertNotFailing()).not.toThrow();
    // A commit that succeeds ends the series.
    space.committed(PAGE);
    space.committed(PAGE, noSpace());
    await settled();
    expect(() => space.assertNotFailing()).not.toThrow();
    await space.close();
  });

  it('does not extend the file after a commit that was refused before it began', async () => {
    const { space, file, admits } = setUp(100 * MIB);
    await space.ensure();
    const { bytes } = file;
    for (let i = 0; i < 3; i++) {
      space.committed(PAGE, new StoreFileError('the file was removed'));
      await settled();
    }
    expect(file.bytes).toBe(bytes);
    expect(admits('create')).toBe(true);
    await space.close();
  });

  it('closes the file and stops the retries', async () => {
    const { space, clock, file, log } = setUp(0);
    await space.ensure();
    await space.close();
    clock.advance(5_000);
    await settled();
    expect([file.closed, log]).toEqual([true, [`full: ${FULL}`]]);
  });

  it('names the key in its errors', async () => {
    const { space } = setUp(0);
    await space.ensure();
    expect(() => space.admit('create', 'pods/a/b', 1, 0)).toThrow(
      expect.objectContaining<Partial<StorageError>>({ message: `writing pods/a/b was refused: ${FULL}` }) as Error,
    );
  });
});
