import type { ApiObject } from '@orch/apimachinery';
import { startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';
import { admitAll } from '../admission/admission.js';
import type { WriteRequest } from './write-request.js';

const ENDED = new Error('the request has ended');
const body = (value: unknown) => ({ value, duplicateFields: [] });
const map = (name: string, more: object = {}) => ({ metadata: { name, ...more } });

describe('a write whose request ends while admission waits', () => {
  let test: TestRegistry;
  /** Resolves what admission waits for; undefined: it does not wait. */
  let release: (() => void) | undefined;
  let waits: Promise<void> | undefined;
  /** Writes that admission has seen. */
  let asked = 0;
  let isEnded = false;
  const request: WriteRequest = {
    ...testWrite('t1'),
    assertOpen: () => {
      if (isEnded) throw ENDED;
    },
  };
  const hold = (): void => void (waits = new Promise((resolve) => (release = resolve)));
  const maps = () => test.store('configmaps');

  beforeEach(async () => {
    [isEnded, asked, waits] = [false, 0, undefined];
    const validate = (): Promise<void> | undefined => (asked++, waits);
    test = await startTestRegistry({
      admission: () => ({ ...admitAll, validate: validate as typeof admitAll.validate }),
    });
    await maps().writer.create(testWrite('t1'), body(map('a')));
    asked = 0;
  });
  afterEach(() => test.close());

  it.each<[string, () => Promise<unknown>]>([
    ['a create', () => maps().writer.create(request, body(map('b')))],
    ['an update', () => maps().writer.update(request, 'a', body(map('a', { labels: { c: 'd' } })))],
    ['a delete', () => maps().writer.delete(request, 'a', {})],
  ])('changes nothing: %s', async (_what, write) => {
    hold();
    const written = write();
    isEnded = true;
    release!();
    await expect(written).rejects.toBe(ENDED);
    expect(maps().get('t1', 'b')).toBeUndefined();
    expect((maps().get('t1', 'a')!.parse() as ApiObject).metadata.labels).toBeUndefined();
  });

  it('does not begin when it has waited for others of the object until then', async () => {
    hold();
    const label = (value: string, sent: WriteRequest) =>
      maps().writer.update(sent, 'a', body(map('a', { labels: { c: value } })));
    const first = label('1', testWrite('t1'));
    const others = ['2', '3'].map((value) => label(value, request));
    isEnded = true;
    const outcomes = Promise.allSettled(others);
    release!();
    await first;
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(asked).toBe(1);
  });
});
