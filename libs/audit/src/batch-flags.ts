import { flagGroup, type FlagValues, UsageError } from '@orch/process';
import { vocabularies } from '@orch/vocabulary';
import { AUDIT_MODES, type AuditBatchOptions } from './audit-options.js';

/** A backend, as in the names of its flags. */
type Plugin = 'log' | 'webhook';

/** Defaults in which the backends differ. */
interface Defaults {
  readonly mode: 'blocking' | 'batch';
  readonly maxWait: string;
  readonly throttles: boolean;
  readonly qps: string;
  readonly burst: number;
}

/** Versions of the events: one, in each vocabulary. */
const VERSIONS = Object.values(vocabularies).map(({ groups }) => `${groups.audit}/v1`);

const deliveryFlags = <P extends Plugin>(plugin: P, { mode, maxWait }: Defaults) =>
  [
    {
      name: `audit-${plugin}-mode`,
      type: 'string',
      default: mode,
      choices: ['batch', 'blocking', 'blocking-strict'],
      help: 'Whether requests and answers wait until their events are stored, and requests fail when that fails (blocking-strict).',
    },
    {
      name: `audit-${plugin}-version`,
      type: 'string',
      default: undefined,
      choices: VERSIONS,
      help: 'Version of the events; default: v1.',
    },
    {
      name: `audit-${plugin}-batch-max-size`,
      type: 'int',
      default: 400,
      min: 1,
      help: 'Maximum number of events per batch.',
    },
    {
      name: `audit-${plugin}-batch-max-wait`,
      type: 'duration',
      default: maxWait,
      help: 'Maximum delay of a batch in mode batch.',
    },
    {
      name: `audit-${plugin}-batch-buffer-size`,
      type: 'int',
      default: 10_000,
      min: 1,
      help: 'Maximum number of queued events; further ones are dropped and counted.',
    },
  ] as const;

const throttleFlags = <P extends Plugin>(plugin: P, { throttles, qps, burst }: Defaults) =>
  [
    {
      name: `audit-${plugin}-batch-throttle-enable`,
      type: 'bool',
      default: throttles,
      help: 'Limit the rate of batches in mode batch.',
    },
    {
      name: `audit-${plugin}-batch-throttle-qps`,
      type: 'string',
      default: qps,
      help: 'Maximum average number of batches per second.',
    },
    {
      name: `audit-${plugin}-batch-throttle-burst`,
      type: 'int',
      default: burst,
      min: 0,
      help: 'Maximum number of batches at once after a pause.',
    },
  ] as const;

const truncationFlags = <P extends Plugin>(plugin: P) =>
  [
    {
      name: `audit-${plugin}-truncate-enabled`,
      type: 'bool',
      default: false,
      help: 'Leave out the bodies of events that exceed the maximum size.',
    },
    {
      name: `audit-${plugin}-truncate-max-event-size`,
      type: 'int',
      default: 102_400,
      min: 1,
      help: 'Maximum size of an event in bytes; one that exceeds it without its bodies is dropped and counted.',
    },
    {
      name: `audit-${plugin}-truncate-max-batch-size`,
      type: 'int',
      default: 10_485_760,
      min: 1,
      help: 'Maximum size of a batch in bytes; larger ones are split.',
    },
  ] as const;

const flagsOf = <P extends Plugin>(plugin: P, defaults: Defaults) =>
  [...deliveryFlags(plugin, defaults), ...throttleFlags(plugin, defaults), ...truncationFlags(plugin)] as const;

/** Batching and truncation of the audit log. */
export const logBatchFlags = flagsOf('log', {
  mode: 'blocking',
  maxWait: '0s',
  throttles: false,
  qps: '0',
  burst: 0,
});

/** Batching and truncation of events for the webhook. */
export const webhookBatchFlags = flagsOf('webhook', {
  mode: 'batch',
  maxWait: '30s',
  throttles: true,
  qps: '10',
  burst: 15,
});

const allFlags = flagGroup('', [...logBatchFlags, ...webhookBatchFlags]);
type BatchFlagValues = FlagValues<readonly [typeof allFlags]>;

/** @throws UsageError for values that do not go together. */
export function batchOptions(values: BatchFlagValues, plugin: Plugin): AuditBatchOptions {
  const maxEventBytes = values[`audit-${plugin}-truncate-max-event-size` as const];
  const maxBatchBytes = values[`audit-${plugin}-truncate-max-batch-size` as const];
  if (maxBatchBytes < maxEventBytes)
    throw new UsageError(
      `flag --audit-${plugin}-truncate-max-batch-size: must be at least the maximum size of an event`,
    );
  const mode = values[`audit-${plugin}-mode` as const];
  return {
    mode: AUDIT_MODES.find((known) => known === mode)!,
    batchMaxEvents: values[`audit-${plugin}-batch-max-size` as const],
    batchMaxWaitMs: values[`audit-${plugin}-batch-max-wait` as const],
    bufferEvents: values[`audit-${plugin}-batch-buffer-size` as const],
    throttle: values[`audit-${plugin}-batch-throttle-enable` as const] ? throttleOf(values, plugin) : undefined,
    truncation: values[`audit-${plugin}-truncate-enabled` as const] ? { maxEventBytes, maxBatchBytes } : undefined,
  };
}

function throttleOf(values: BatchFlagValues, plugin: Plugin): { readonly qps: number; readonly burst: number } {
  const name = `audit-${plugin}-batch-throttle` as const;
  const qps = Number(values[`${name}-qps` as const]);
  const burst = values[`${name}-burst` as const];
  if (!(qps > 0)) throw new UsageError(`flag --${name}-qps: must be a positive number`);
  if (burst < 1) throw new UsageError(`flag --${name}-burst: must be at least 1`);
  return { qps, burst };
}
