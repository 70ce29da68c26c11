import { parseFlags, UsageError } from '@orch/process';
import { auditFlags, auditOptions } from './audit-flags.js';

function optionsOf(...argv: string[]) {
  const parsed = parseFlags(argv, [auditFlags], { env: {} });
  if (!('values' in parsed)) throw new Error(JSON.stringify(parsed));
  return auditOptions(parsed.values);
}

const BACKENDS = ['--audit-log-path=/log', '--audit-webhook-config-file=/hook'];

describe('auditOptions', () => {
  it('D-197 has the defaults of the reference: the log blocks, the webhook batches 400 events or 30 s, 10 times a second', () => {
    const { log, webhook } = optionsOf(...BACKENDS);
    expect(log).toMatchObject({ mode: 'blocking', bufferEvents: 10_000, throttle: undefined, truncation: undefined });
    expect(webhook).toMatchObject({
      mode: 'batch',
      bufferEvents: 10_000,
      batchMaxEvents: 400,
      batchMaxWaitMs: 30_000,
      initialBackoffMs: 10_000,
      throttle: { qps: 10, burst: 15 },
      truncation: undefined,
    });
  });

  it('D-196 the log is JSON and not rotated by default; flags set its format, megabytes, days and number of files', () => {
    const rotation = { maxBytes: 0, maxAgeDays: 0, maxBackups: 0, compress: false };
    expect(optionsOf(...BACKENDS).log).toMatchObject({ path: '/log', format: 'json', rotation });
    const flags = ['format=legacy', 'maxsize=2', 'maxage=3', 'maxbackup=4'].map((flag) => `--audit-log-${flag}`);
    expect(optionsOf(...BACKENDS, ...flags).log).toMatchObject({
      format: 'legacy',
      rotation: { maxBytes: 2_097_152, maxAgeDays: 3, maxBackups: 4 },
    });
  });

  it('truncation and throttling are set for each backend', () => {
    const { log, webhook } = optionsOf(
      ...BACKENDS,
      '--audit-log-truncate-enabled',
      '--audit-log-batch-throttle-enable',
      '--audit-log-batch-throttle-qps=0.5',
      '--audit-log-batch-throttle-burst=2',
      '--audit-webhook-batch-throttle-enable=false',
    );
    expect(log?.truncation).toEqual({ maxEventBytes: 102_400, maxBatchBytes: 10_485_760 });
    expect(log?.throttle).toEqual({ qps: 0.5, burst: 2 });
    expect([webhook?.truncation, webhook?.throttle]).toEqual([undefined, undefined]);
  });

  it.each([
    ['--audit-webhook-truncate-max-event-size=20000000', '--audit-webhook-truncate-max-batch-size: must be at least'],
    ['--audit-webhook-batch-throttle-qps=fast', '--audit-webhook-batch-throttle-qps: must be a positive number'],
    ['--audit-webhook-batch-throttle-burst=0', '--audit-webhook-batch-throttle-burst: must be at least 1'],
  ])('%s is an error of use', (flag, message) => {
    expect(() => optionsOf(...BACKENDS, flag)).toThrow(UsageError);
    expect(() => optionsOf(...BACKENDS, flag)).toThrow(message);
  });
});
