import { metricHelp, metricState, type MetricLifecycle } from './metric-lifecycle.js';

describe('life cycle of metrics', () => {
  const states = (life: MetricLifecycle) => [33, 34, 35, 36, 37, 38].map((minor) => metricState(life, minor));

  it('B-395 a metric without deprecation stays', () =>
    expect(new Set(states({ stability: 'STABLE' }))).toEqual(new Set(['current'])));
  it('B-396 B-399 B-401 a stable one is shown in three releases from its deprecation, hidden in one, then deleted', () =>
    expect(states({ stability: 'STABLE', deprecated: 34 })).toEqual([
      'current',
      'deprecated',
      'deprecated',
      'deprecated',
      'hidden',
      'deleted',
    ]));
  it('B-396 B-399 B-401 an alpha one is hidden in the release after its deprecation, then deleted', () =>
    expect(states({ stability: 'ALPHA', deprecated: 34 })).toEqual([
      'current',
      'deprecated',
      'hidden',
      'deleted',
      'deleted',
      'deleted',
    ]));
  it('B-394 B-397 the description has the class and the deprecation', () => {
    expect(metricHelp('Things.', { stability: 'STABLE', deprecated: 34 }, 33)).toBe('[STABLE] Things.');
    expect(metricHelp('Things.', { stability: 'STABLE', deprecated: 34 }, 34)).toBe(
      '[STABLE] (Deprecated from 1.34) Things.',
    );
  });
});
