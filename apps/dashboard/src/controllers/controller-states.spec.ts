import type { ApiObject } from '../api/object';
import { controllerStates } from './controller-states';

const NOON = Date.parse('2026-01-01T12:00:00Z');
const event = (component: string, type: string, reason: string, lastTimestamp: string, count: number): ApiObject => ({
  metadata: { name: `${component}.${reason}` },
  ...{ type, reason, message: `because of ${reason}`, lastTimestamp, count, source: { component } },
  involvedObject: { kind: 'Pod', namespace: 'a', name: 'p' },
});
const lease = (name: string, holderIdentity: string, renewTime: string): ApiObject => ({
  metadata: { name, namespace: 'a' },
  spec: { holderIdentity, renewTime, leaseDurationSeconds: 15 },
});

const KEY = 'example.com/status';

describe('states of controllers', () => {
  test('those without a valid lease first, then by the number of warnings; the latest warning is shown', () => {
    const states = controllerStates(
      [
        event('calm', 'Normal', 'Done', '2026-01-01T11:00:00Z', 9),
        event('noisy', 'Warning', 'Late', '2026-01-01T11:59:00Z', 2),
        event('noisy', 'Warning', 'Early', '2026-01-01T11:00:00Z', 5),
      ],
      [
        lease('gone', 'gone-0', '2026-01-01T11:30:00.000000Z'),
        lease('noisy', 'noisy-0', '2026-01-01T11:59:50.000000Z'),
        lease('released', '', '2026-01-01T10:00:00.000000Z'),
        lease('node-1', 'node-1', '2026-01-01T10:00:00.000000Z'),
      ],
      NOON,
      KEY,
    );
    expect(states.map(({ name, warnings, hasLostLease }) => [name, warnings, hasLostLease])).toEqual([
      ['gone', 0, true],
      ['noisy', 7, false],
      ['calm', 0, false],
      ['released', 0, false],
    ]);
    expect(states[1]?.latest).toEqual({
      reason: 'Late',
      message: 'because of Late',
      about: 'Pod p in a',
      time: '2026-01-01T11:59:00Z',
    });
  });

  test('events of the newer kind name their reporter and count in a series', () => {
    const [state] = controllerStates(
      [
        {
          metadata: { name: 'e' },
          ...{ type: 'Warning', reason: 'R', reportingComponent: 'new', eventTime: '2026-01-01T11:00:00Z' },
          series: { count: 4, lastObservedTime: '2026-01-01T11:30:00Z' },
        },
      ],
      [],
      NOON,
      KEY,
    );
    expect([state?.name, state?.warnings, state?.latest?.time]).toEqual(['new', 4, '2026-01-01T11:30:00Z']);
  });

  test('published queues are those of their controllers, and those that fail come before those that warn', () => {
    const controllers = [
      { name: 'binder', depth: 3, retries: 9, failing: 2, last: { key: 'a/b', failures: 4, error: 'e', time: 't' } },
      { name: 'noisy', depth: 0, retries: 0, failing: 0 },
    ];
    const published = (name: string, renewTime: string): ApiObject => {
      const { spec } = lease(name, 'process', renewTime);
      const annotations = { [KEY]: JSON.stringify({ process: { controllers } }) };
      return { metadata: { name, namespace: 'a', labels: { [KEY]: 'true' }, annotations }, spec };
    };
    const events = [event('noisy', 'Warning', 'Late', '2026-01-01T11:59:00Z', 7)];
    const states = controllerStates(events, [published('manager-status', '2026-01-01T11:59:50.000000Z')], NOON, KEY);
    expect(states.map(({ name, warnings, queue }) => [name, warnings, queue?.depth, queue?.failing])).toEqual([
      ['binder', 0, 3, 2],
      ['noisy', 7, 0, 0],
    ]);
    const lost = controllerStates(events, [published('manager-status', '2026-01-01T11:30:00.000000Z')], NOON, KEY);
    expect(lost.map(({ name, hasLostLease, queue }) => [name, hasLostLease, queue])).toEqual([
      ['manager-status', true, undefined],
      ['noisy', false, undefined],
    ]);
  });
});
