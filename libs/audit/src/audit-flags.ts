import { flagGroup, type FlagValues, UsageError } from '@orch/process';
import type { AuditLogOptions, AuditOptions, AuditWebhookOptions } from './audit-options.js';
import { batchOptions, logBatchFlags, webhookBatchFlags } from './batch-flags.js';

const MEBIBYTE = 1_048_576;

/** Flags of what is recorded of requests (D-190, D-196, D-197). */
export const auditFlags = flagGroup('Audit', [
  {
    name: 'audit-policy-file',
    type: 'string',
    default: undefined,
    help: 'File with the audit policy: which requests are recorded, and at which level; default: none.',
  },
  {
    name: 'audit-log-path',
    type: 'string',
    default: undefined,
    help: 'Audit log file, one event per line; - is standard output.',
  },
  {
    name: 'audit-log-format',
    type: 'string',
    default: 'json',
    choices: ['json', 'legacy'],
    help: 'Format of the audit log.',
  },
  {
    name: 'audit-log-maxsize',
    type: 'int',
    default: 0,
    min: 0,
    help: 'Size in mebibytes at which the file is rotated; 0: never.',
  },
  {
    name: 'audit-log-maxage',
    type: 'int',
    default: 0,
    min: 0,
    help: 'Days that rotated files are kept; 0: unlimited.',
  },
  {
    name: 'audit-log-maxbackup',
    type: 'int',
    default: 0,
    min: 0,
    help: 'Maximum number of rotated files; 0: unlimited.',
  },
  { name: 'audit-log-compress', type: 'bool', default: false, help: 'Compress rotated files.' },
  ...logBatchFlags,
  {
    name: 'audit-webhook-config-file',
    type: 'string',
    default: undefined,
    help: 'Client configuration file of the webhook that receives audit events.',
  },
  {
    name: 'audit-webhook-initial-backoff',
    type: 'duration',
    default: '10s',
    help: 'Pause before a failed call is repeated; later pauses are longer.',
  },
  ...webhookBatchFlags,
]);

type Values = FlagValues<readonly [typeof auditFlags]>;

/** @throws UsageError for a file without a name. */
export function auditOptions(values: Values): AuditOptions {
  return {
    policyFile: fileOf(values, 'audit-policy-file'),
    log: logOptions(values),
    webhook: webhookOptions(values),
  };
}

function logOptions(values: Values): AuditLogOptions | undefined {
  const path = fileOf(values, 'audit-log-path');
  if (path === undefined) return undefined;
  return {
    path,
    format: values['audit-log-format'] === 'legacy' ? 'legacy' : 'json',
    ...batchOptions(values, 'log'),
    rotation: {
      maxBytes: values['audit-log-maxsize'] * MEBIBYTE,
      maxAgeDays: values['audit-log-maxage'],
      maxBackups: values['audit-log-maxbackup'],
      compress: values['audit-log-compress'],
    },
  };
}

function webhookOptions(values: Values): AuditWebhookOptions | undefined {
  const configFile = fileOf(values, 'audit-webhook-config-file');
  if (configFile === undefined) return undefined;
  return {
    configFile,
    initialBackoffMs: values['audit-webhook-initial-backoff'],
    ...batchOptions(values, 'webhook'),
  };
}

function fileOf(
  values: Values,
  flag: 'audit-policy-file' | 'audit-log-path' | 'audit-webhook-config-file',
): string | undefined {
  if (values[flag] === '') throw new UsageError(`flag --${flag}: needs the name of a file`);
  return values[flag];
}
