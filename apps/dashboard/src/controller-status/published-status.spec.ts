import type { ApiObject } from '../api/object';
import { publishedStatus } from './published-status';

const KEY = 'example.com/status';
const NOON = Date.parse('2026-01-01T12:00:00Z');
const lease = (name: string, published: unknown, renewTime = '2026-01-01T11:55:00.000000Z'): ApiObject => ({
  metadata: {
    name,
    annotations: { [KEY]: typeof published === 'string' ? published : JSON.stringify(published) },
  },
  spec: { holderIdentity: 'h', leaseDurationSeconds: 630, renewTime },
});
const last = (key: string, time: string): object => ({ key, failures: 3, error: 'no class', time });

describe('published status of controllers', () => {
  test('those that fail first, then those with the longest queue; processes are added up', () => {
    const { queues, lost } = publishedStatus(
      [
        lease('manager-status', {
          one: {
            controllers: [
              { name: 'calm', depth: 0, retries: 1, failing: 0 },
              { name: 'busy', depth: 7, retries: 0, failing: 0 },
              { name: 'binder', depth: 2, retries: 5, failing: 1, last: last('a/old', '2026-01-01T11:00:00Z') },
            ],
          },
          two: {
            controllers: [
              { name: 'binder', depth: 3, retries: 6, failing: 2, last: last('a/new', '2026-01-01T11:30:00Z') },
            ],
          },
        }),
      ],
      KEY,
      NOON,
    );
    expect(queues).toEqual([
      { name: 'binder', depth: 3, retries: 11, failing: 3, last: last('a/new', '2026-01-01T11:30:00Z') },
      { name: 'busy', depth: 7, retries: 0, failing: 0, last: undefined },
      { name: 'calm', depth: 0, retries: 1, failing: 0, last: undefined },
    ]);
    expect(lost).toEqual([]);
  });

  test('a process that died has a Lease that ran out; what it published no longer holds', () => {
    const dead = lease('dead', { x: { controllers: [{ name: 'a' }] } }, '2026-01-01T11:49:00.000000Z');
    const { queues, lost } = publishedStatus([dead], KEY, NOON);
    expect([queues, lost]).toEqual([[], [dead]]);
  });

  test.each(['', 'no JSON', 'null', '[]', '7', '{"x":null}', '{"x":{"controllers":7}}'])(
    '%s publishes nothing',
    (text) => {
      expect(publishedStatus([lease('odd', text)], KEY, NOON).queues).toEqual([]);
    },
  );

  test('odd values are read as nothing', () => {
    const odd = lease('odd', { x: { controllers: [{ name: {}, depth: 'many', failing: null, last: 7 }] } });
    expect(publishedStatus([odd], KEY, NOON).queues).toEqual([
      { name: '', depth: 0, retries: 0, failing: 0, last: { key: '', failures: 0, error: '', time: '' } },
    ]);
  });
});
