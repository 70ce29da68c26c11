import { flagGroup, type FlagValues, UsageError } from '@orch/process';
import {
  AUDIT_MODES,
  type AuditLogOptions,
  type AuditMode,
  type AuditOptions,
  type AuditWebhookOptions,
} from './audit-options.js';

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
    name: 'audit-log-mode',
    type: 'string',
    default: 'blocking',
    choices: ['batch', 'blocking', 'blocking-strict'],
    help: 'Whether a request waits until its first event is written, and fails when that fails (blocking-strict).',
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
  {
    name: 'audit-webhook-config-file',
    type: 'string',
    default: undefined,
    help: 'Client configuration file of the webhook that receives audit events.',
  },
  {
    name: 'audit-webhook-mode',
    type: 'string',
    default: 'batch',
    choices: ['batch', 'blocking', 'blocking-strict'],
    help: 'Whether a request waits until its first event is sent, and fails when that fails (blocking-strict).',
  },
  {
    name: 'audit-webhook-batch-max-size',
    type: 'int',
    default: 400,
    min: 1,
    help: 'Maximum number of events per batch.',
  },
  {
    name: 'audit-webhook-batch-max-wait',
    type: 'duration',
    default: '30s',
    help: 'Maximum delay of a batch in mode batch.',
  },
  {
    name: 'audit-webhook-batch-buffer-size',
    type: 'int',
    default: 10_000,
    min: 1,
    help: 'Maximum number of queued events; further ones are dropped and counted.',
  },
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
    mode: modeOf(values['audit-log-mode']),
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
    mode: modeOf(values['audit-webhook-mode']),
    batchMaxEvents: values['audit-webhook-batch-max-size'],
    batchMaxWaitMs: values['audit-webhook-batch-max-wait'],
    bufferEvents: values['audit-webhook-batch-buffer-size'],
  };
}

/** The flag has only these values. */
const modeOf = (text: string): AuditMode => AUDIT_MODES.find((mode) => mode === text)!;

function fileOf(
  values: Values,
  flag: 'audit-policy-file' | 'audit-log-path' | 'audit-webhook-config-file',
): string | undefined {
  if (values[flag] === '') throw new UsageError(`flag --${flag}: needs the name of a file`);
  return values[flag];
}
