import { healthReport } from './health-checks.js';
import { HealthMetrics } from './health-metrics.js';

it('the last result of a check and the number of results are counted, not those of excluded checks', async () => {
  const metrics = new HealthMetrics('orch', 33);
  let fails = true;
  const storage = () => {
    if (fails) throw new Error('away');
  };
  const checks = [
    { name: 'storage', check: storage },
    { name: 'excluded', check: () => undefined },
  ];
  const run = () =>
    healthReport('readyz', checks, { verbose: false, exclude: ['excluded'] }, undefined, (name, healthy) =>
      metrics.checked(name, 'readyz', healthy),
    );
  await run();
  const failing = await metrics.text();
  expect(failing).toContain('orch_healthcheck{name="storage",type="readyz"} 0\n');
  fails = false;
  await run();
  const text = await metrics.text();
  expect(text.split('\n').filter((line) => !line.startsWith('#') && line !== '')).toEqual([
    'orch_healthcheck{name="storage",type="readyz"} 1',
    'orch_healthchecks_total{name="storage",type="readyz",status="success"} 1',
    'orch_healthchecks_total{name="storage",type="readyz",status="error"} 1',
  ]);
});
