import { formatTime } from '@orch/apimachinery';
import type { Node, NodeCondition } from '../shared/node.js';
import { observeHealth, type NodeHealth } from './node-health.js';

const T0 = Date.UTC(2024, 0, 1);
const GRACE = { monitorGraceMs: 50_000, startupGraceMs: 60_000 };
const condition = (type: string, status: string, heartbeatMs = T0): NodeCondition => ({
  ...{ type, status, reason: 'Reported', message: 'by the node' },
  ...{ lastHeartbeatTime: formatTime(heartbeatMs), lastTransitionTime: formatTime(T0) },
});
const node = (...conditions: NodeCondition[]): Node => ({
  metadata: { name: 'n', creationTimestamp: formatTime(T0) },
  status: { conditions },
});
const ready = condition('Ready', 'True');
const lease = (atMs: number): string => new Date(atMs).toISOString();

/** Looks at a node at times, in seconds after its creation. */
function watchOver(looks: [atSeconds: number, node: Node, renewTime?: string][], before?: NodeHealth) {
  let health = before;
  return looks.map(([at, seen, renewTime]) => {
    const observation = observeHealth(health, seen, renewTime, T0 + at * 1_000, GRACE);
    health = observation.health;
    return observation;
  });
}
const silent = (...looks: Parameters<typeof watchOver>[0]): boolean[] =>
  watchOver(looks).map(({ conditions }) => conditions !== undefined);

describe('heartbeats', () => {
  const cases: [name: string, looks: Parameters<typeof watchOver>[0], want: boolean[]][] = [
    [
      'a node that never reports has the startup grace period from its creation',
      [
        [0, node()],
        [60, node()],
        [60.001, node()],
      ],
      [false, false, true],
    ],
    ['also when it is seen late', [[61, node()]], [true]],
    [
      'one that is seen first has just reported',
      [
        [1_000, node(ready)],
        [1_050, node(ready)],
        [1_050.001, node(ready)],
      ],
      [false, false, true],
    ],
    [
      'a heartbeat is a sign',
      [
        [0, node(ready)],
        [40, node(condition('Ready', 'True', T0 + 9))],
        [41, node(condition('Ready', 'True', T0 + 9_000))],
        [91, node(condition('Ready', 'True', T0 + 9_000))],
        [91.001, node(condition('Ready', 'True', T0 + 9_000))],
      ],
      [false, false, false, false, true],
    ],
    [
      'a heartbeat of the past is one too, since clocks differ',
      [
        [0, node(ready)],
        [40, node(condition('Ready', 'True', T0 - 9_000))],
        [90, node(condition('Ready', 'True', T0 - 9_000))],
      ],
      [false, false, false],
    ],
    [
      'a change without a heartbeat is not',
      [
        [0, node(ready)],
        [51, node({ ...ready, status: 'False' })],
      ],
      [false, true],
    ],
    [
      'a renewed Lease is a sign',
      [
        [0, node(ready), lease(T0)],
        [40, node(ready), lease(T0 + 1)],
        [90, node(ready), lease(T0 + 1)],
        [90.001, node(ready), lease(T0 + 1)],
      ],
      [false, false, false, true],
    ],
    [
      'a Lease that is older is not',
      [
        [0, node(ready), lease(T0)],
        [51, node(ready), lease(T0 - 1)],
      ],
      [false, true],
    ],
    [
      'the first Lease is',
      [
        [0, node(ready)],
        [50, node(ready), lease(T0)],
        [100, node(ready), lease(T0)],
      ],
      [false, false, false],
    ],
    [
      'a Lease without a time is not',
      [
        [0, node(ready)],
        [51, node(ready), 'soon'],
      ],
      [false, true],
    ],
    [
      'a Lease keeps one that never reports',
      [
        [0, node(), lease(T0)],
        [60, node(), lease(T0 + 1)],
        [120, node(), lease(T0 + 1)],
        [121, node(), lease(T0 + 1)],
      ],
      [false, false, false, true],
    ],
    [
      'the first report is a sign',
      [
        [0, node()],
        [59, node(ready)],
        [109, node(ready)],
        [110, node(ready)],
      ],
      [false, false, false, true],
    ],
    [
      'conditions that vanish start the time again',
      [
        [0, node(ready)],
        [50, node()],
        [110, node()],
        [111, node()],
      ],
      [false, false, false, true],
    ],
    [
      'one that is Unknown already is left as it is',
      [
        [0, node(condition('Ready', 'Unknown'))],
        [100, node(condition('Ready', 'Unknown'), condition('DiskPressure', 'True'))],
      ],
      [false, false],
    ],
  ];
  it.each(cases)('%s', (_name, looks, want) => expect(silent(...looks)).toEqual(want));
});

describe('conditions of a silent node', () => {
  it('become Unknown, except those that are already and those that are not its own', () => {
    const given = node(
      ready,
      condition('NetworkUnavailable', 'False'),
      condition('MemoryPressure', 'Unknown'),
      condition('DiskPressure', 'True'),
      condition('PIDPressure', 'False'),
      condition('Own', 'True'),
    );
    const [, { conditions, observed, current }] = watchOver([
      [0, given],
      [51, given],
    ]) as [unknown, ReturnType<typeof observeHealth>];
    const unknown = {
      ...{ status: 'Unknown', reason: 'NodeStatusUnknown', message: 'Kubelet stopped posting node status.' },
      ...{ lastHeartbeatTime: '2024-01-01T00:00:00Z', lastTransitionTime: '2024-01-01T00:00:51Z' },
    };
    expect(conditions).toEqual([
      { type: 'Ready', ...unknown },
      condition('NetworkUnavailable', 'False'),
      condition('MemoryPressure', 'Unknown'),
      { type: 'DiskPressure', ...unknown },
      { type: 'PIDPressure', ...unknown },
      condition('Own', 'True'),
    ]);
    expect([observed, current]).toEqual(['True', 'Unknown']);
  });
  it('that never reported are there then', () => {
    const [{ conditions, observed, current }] = watchOver([[61, node()]]) as [ReturnType<typeof observeHealth>];
    const never = {
      ...{ status: 'Unknown', reason: 'NodeStatusNeverUpdated', message: 'Kubelet never posted node status.' },
      ...{ lastHeartbeatTime: '2024-01-01T00:00:00Z', lastTransitionTime: '2024-01-01T00:01:01Z' },
    };
    expect(conditions).toEqual(
      ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'].map((type) => ({ type, ...never })),
    );
    expect([observed, current]).toEqual(['Unknown', 'Unknown']);
  });
  it('one that may still report has no state', () => {
    expect(watchOver([[1, node()]])[0]).toMatchObject({ observed: 'Unknown', current: undefined });
  });
});
