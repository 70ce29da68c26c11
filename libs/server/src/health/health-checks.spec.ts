import { StartState } from './start-state.js';
import { healthReport, type HealthCheck } from './health-checks.js';

const ok: HealthCheck = { name: 'ping', check: () => undefined };
const broken: HealthCheck = { name: 'storage', check: async () => Promise.reject(new Error('disk on fire')) };
const plain = { verbose: false, exclude: [] };

describe('healthReport', () => {
  it('C-294 is the text ok', async () =>
    expect(await healthReport('livez', [ok], plain)).toMatchObject({ healthy: true, text: 'ok' }));
  it('C-294 verbose lists the checks', async () =>
    expect((await healthReport('livez', [ok], { verbose: true, exclude: [] })).text).toBe(
      '[+]ping ok\nlivez check passed\n',
    ));
  it('C-294 a failure lists the checks too, and its reason is for the log only', async () => {
    const reasons: unknown[] = [];
    const report = await healthReport('readyz', [ok, broken], plain, (name, error) => reasons.push(name, error));
    expect(report).toEqual({
      healthy: false,
      failed: ['storage'],
      text: '[+]ping ok\n[-]storage failed: reason withheld\nreadyz check failed\n',
    });
    expect(reasons).toEqual(['storage', expect.objectContaining({ message: 'disk on fire' })]);
  });
  it('C-294 an excluded check is skipped', async () =>
    expect(await healthReport('readyz', [ok, broken], { verbose: false, exclude: ['storage'] })).toMatchObject({
      healthy: true,
      text: 'ok',
    }));
  it('reports an exclusion that matches no check', async () =>
    expect((await healthReport('readyz', [ok], { verbose: true, exclude: ['no'] })).text).toContain(
      'no matches for "no"',
    ));
});

it('C-295 readiness fails until the start is complete, and again when stopping', () => {
  const state = new StartState();
  expect(() => state.startCheck.check()).toThrow('not complete');
  state.markStarted();
  expect(() => state.startCheck.check()).not.toThrow();
  expect(() => state.shutdownCheck.check()).not.toThrow();
  state.markStopping();
  expect(() => state.shutdownCheck.check()).toThrow('stopping');
});
