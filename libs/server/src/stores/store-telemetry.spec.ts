import { FakeClock } from '@orch/apimachinery';
import { silentLogger, type LogFields } from '@orch/process';
import { StoreTelemetry } from './store-telemetry.js';

function heard() {
  const lines: string[] = [];
  const logTo =
    (level: string) =>
    (message: string, fields: LogFields = {}) =>
      void lines.push(`${level} ${message}${'reason' in fields ? ` (${String(fields['reason'])})` : ''}`);
  const clock = new FakeClock();
  const log = { ...silentLogger, info: logTo('info'), warn: logTo('warn'), error: logTo('error') };
  return { lines, clock, telemetry: new StoreTelemetry('main', clock, log) };
}

it('a store that stays unavailable is logged once, and again when the reason changes or after half a minute', () => {
  const { lines, clock, telemetry } = heard();
  telemetry.connected('writes', 's', 1);
  for (let i = 0; i < 5; i++) telemetry.disconnected('writes', new Error('refused'));
  telemetry.disconnected('writes', new Error('timeout'));
  telemetry.disconnected('writes', new Error('timeout'));
  clock.advance(30_000);
  telemetry.disconnected('writes', new Error('timeout'));
  expect(lines).toEqual([
    'warn not connected to Redis (refused)',
    'warn still not connected to Redis (timeout)',
    'warn still not connected to Redis (timeout)',
  ]);
});

it('each connection is logged separately, and its return too', () => {
  const { lines, telemetry } = heard();
  telemetry.connected('writes', 's', 1);
  telemetry.connected('reads', 's', 1);
  telemetry.disconnected('writes', new Error('ended'));
  telemetry.disconnected('reads', new Error('ended'));
  telemetry.connected('writes', 's', 3);
  telemetry.disconnected('writes', new Error('ended'));
  expect(lines).toEqual([
    'warn not connected to Redis (ended)',
    'warn not connected to Redis (ended)',
    'info connected to Redis again',
    'warn not connected to Redis (ended)',
  ]);
});

it('a failed start is logged by the caller that opens the store', () => {
  const { lines, telemetry } = heard();
  telemetry.disconnected('writes', new Error('refused'));
  expect(lines).toEqual([]);
});

it('severe events are logged as warnings or errors', () => {
  const { lines, telemetry } = heard();
  telemetry.warning('maxmemory is 0');
  telemetry.epochBegan(10, 20);
  telemetry.rebuild('lost in a fail-over');
  telemetry.settingsChanged(['appendfsync is everysec']);
  telemetry.settingsChanged([]);
  telemetry.indexChecked(Array.from({ length: 51 }, (_, n) => `key ${n}`));
  telemetry.indexChecked([], new Error('no right'));
  expect(lines).toEqual([
    'warn Redis: maxmemory is 0',
    'warn Redis was restarted or failed over: its history continues with a new epoch',
    'error caches are stale: watches end, and caches are reloaded (lost in a fail-over)',
    'error unsafe Redis settings, not ready until they are fixed',
    'info Redis settings are safe again',
    ...Array<string>(50).fill('warn index of keys repaired after a restart of Redis: its append-only file is damaged'),
    'warn more keys were repaired',
    'warn index of keys not checked after a restart of Redis',
  ]);
  expect(telemetry.epochs).toBe(1);
});

it('calls are counted by function, in seconds', () => {
  const { telemetry } = heard();
  telemetry.functionTook('commit', 0.25);
  telemetry.functionTook('commit', 2.5);
  telemetry.functionTook('open', 10_000);
  expect([...telemetry.calls].map(([name, { total, sum }]) => [name, total, sum])).toEqual([
    ['commit', 2, 0.00275],
    ['open', 1, 10],
  ]);
  expect(telemetry.calls.get('commit')!.counts.slice(0, 4)).toEqual([1, 0, 1, 0]);
});
