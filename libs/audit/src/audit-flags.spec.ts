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
