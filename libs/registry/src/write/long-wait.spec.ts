import { FakeClock, type ApiObject } from '@orch/apimachinery';
import { startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';
import { admitAll } from '../admission/admission.js';
import { LONG_WAIT_MS } from './long-wait.js';

const body = (value: unknown) => ({ value, duplicateFields: [] });
const labeled = (labels: Readonly<Record<string, string>>) => body({ metadata: { name: 'a', labels } });

describe('a write for which admission waits long', () => {
  let test: TestRegistry;
  let clock: FakeClock;
  /** Runs in each call of validating admission; undefined: admission does not wait. */
  let waits: ((call: number) => Promise<void> | undefined) | undefined;
  let calls = 0;
  const maps = () => test.store('configmaps');
  const labels = () => (maps().get('t1', 'a')?.parse() as ApiObject | undefined)?.metadata.labels;
  const put = (value: string) => maps().writer.update(testWrite('t1'), 'a', labeled({ c: value }));

  beforeEach(async () => {
    [calls, waits] = [0, undefined];
    clock = new FakeClock();
    const validate = (): Promise<void> | undefined => waits?.(++calls);
    test = await startTestRegistry({
      clock,
      admission: () => ({ ...admitAll, validate: validate as typeof admitAll.validate }),
    });
    await maps().writer.create(testWrite('t1'), labeled({}));
  });
  afterEach(() => test.close());

  it('lets another write to the object commit, and is made again from the new state', async () => {
    let release!: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    waits = (call) => (call === 1 ? held : undefined);
    const append = (key: string) =>
      maps().writer.patch(testWrite('t1'), 'a', (current) => {
        const { metadata } = current as unknown as ApiObject;
        return body({ ...current, metadata: { ...metadata, labels: { ...metadata.labels, [key]: 'x' } } });
      });
    const slow = append('slow');
    const other = append('other');
    clock.advance(LONG_WAIT_MS);
    await other;
    expect(labels()).toEqual({ other: 'x' });
    release();
    await slow;
    expect([labels(), calls]).toEqual([{ other: 'x', slow: 'x' }, 3]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['an update', () => put('2')],
    ['a delete', () => maps().writer.delete(testWrite('t1'), 'a', {})],
  ])('lets admission write the same object: %s', async (_what, write) => {
    waits = async (call) => {
      if (call > 1) return;
      await Promise.resolve(); // as a call of a webhook: later than the begin of the write
      const inner = put('inner');
      clock.advance(LONG_WAIT_MS);
      await inner;
      expect(labels()).toEqual({ c: 'inner' });
    };
    await write();
    expect(labels()?.['c']).not.toBe('inner');
    expect(calls).toBe(3);
  });

  it('keeps other writes to the object waiting for a short time', async () => {
    let release!: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    await put('0'); // sets the timers of the history
    calls = 0;
    const timers = clock.pending;
    waits = (call) => (call === 1 ? held : undefined);
    const first = put('1');
    const second = put('2');
    clock.advance(LONG_WAIT_MS - 1);
    release();
    await first;
    await second;
    expect([labels(), calls]).toEqual([{ c: '2' }, 2]);
    expect(clock.pending).toBe(timers);
  });
});
