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
    );
    expect([state?.name, state?.warnings, state?.latest?.time]).toEqual(['new', 4, '2026-01-01T11:30:00Z']);
  });
});
