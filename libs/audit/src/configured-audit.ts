import { resolve } from 'node:path';
import type { ResourceDefinition } from '@orch/api';
import { type Clock, errorMessage } from '@orch/apimachinery';
import { UserFacingError, type Logger, readText } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import type { RequestInfo } from '@orch/http';
import type { AuditLogOptions, AuditOptions, AuditWebhookOptions } from './audit-options.js';
import type { AuditPolicy } from './audit-policy.js';
import { AuditTrail } from './audit-trail.js';
import { withoutBodies } from './annotations.js';
import { ByteBudget } from './byte-budget.js';
import { Delivery } from './delivery.js';
import { logBackend, streamSink } from './log-backend.js';
import { readAuditPolicy } from './read-audit-policy.js';
import { RotatingFile } from './rotating-file.js';

/** Maximum number of queued lines: a slow disk loses events instead of filling the memory. */
const LOG_BUFFER_EVENTS = 10_000;
/** Maximum number of lines per write. */
const LOG_BATCH_EVENTS = 400;

/** Dependencies of an audit trail. */
export interface AuditParts {
  readonly vocabulary: Vocabulary;
  readonly clock: Clock;
  readonly log: Logger;
  readonly definitionOf: (info: RequestInfo) => ResourceDefinition | undefined;
}

/**
 * The audit trail that the flags configure (D-190). Undefined: audit is disabled and costs nothing per request.
 * @throws UserFacingError when a file cannot be used.
 */
export async function configuredAudit(options: AuditOptions, parts: AuditParts): Promise<AuditTrail | undefined> {
  const { policyFile, log, webhook } = options;
  if (policyFile === undefined) {
    if (log || webhook) parts.log.warn('audit is disabled: set --audit-policy-file');
    return undefined;
  }
  const policy = await policyOf(policyFile, parts.vocabulary.groups.audit);
  const ending = new AbortController();
  const deliveries: Delivery[] = [];
  if (log) deliveries.push(await logDelivery(log, parts));
  if (webhook) deliveries.push(await webhookDelivery(webhook, parts, ending.signal));
  if (deliveries.length === 0) {
    parts.log.warn('audit is disabled: set --audit-log-path or --audit-webhook-config-file');
    return undefined;
  }
  return new AuditTrail({ policy, deliveries, ending, ...parts });
}

async function policyOf(file: string, group: string): Promise<AuditPolicy> {
  try {
    return readAuditPolicy(await readText(file), group);
  } catch (error) {
    const why = errorMessage(error);
    throw new UserFacingError(`--audit-policy-file: ${file}: ${why}`, { cause: error });
  }
}

async function logDelivery({ path, format, mode, rotation }: AuditLogOptions, parts: AuditParts): Promise<Delivery> {
  const { clock, log, vocabulary } = parts;
  const sink = path === '-' ? streamSink(process.stdout) : await openFile(resolve(path), rotation, clock, log);
  const gathering = {
    mode,
    maxEvents: LOG_BATCH_EVENTS,
    maxWaitMs: 0,
    bufferEvents: LOG_BUFFER_EVENTS,
    ...memoryOf(vocabulary),
  };
  return new Delivery(logBackend(sink, format), gathering, clock, log);
}

/** Each backend has its own budget: one that hangs does not use up the memory of another. */
const memoryOf = (vocabulary: Vocabulary) => ({ budget: new ByteBudget(), withoutBodies: withoutBodies(vocabulary) });

async function openFile(...[path, rotation, clock, log]: Parameters<typeof RotatingFile.open>): Promise<RotatingFile> {
  try {
    return await RotatingFile.open(path, rotation, clock, log);
  } catch (error) {
    throw new UserFacingError(`--audit-log-path: ${path}: ${errorMessage(error)}`, { cause: error });
  }
}

async function webhookDelivery(
  options: AuditWebhookOptions,
  { vocabulary, clock, log }: AuditParts,
  ended: AbortSignal,
): Promise<Delivery> {
  // Loaded lazily: loading takes 25 ms, and few servers use a webhook.
  const [{ loadWebhookConfiguration }, { webhookBackend }] = await Promise.all([
    import('@orch/webhook'),
    import('./webhook-backend.js'),
  ]);
  const { configFile, mode, batchMaxEvents, batchMaxWaitMs, bufferEvents } = options;
  const backend = webhookBackend({
    configuration: loadWebhookConfiguration('audit-webhook-config-file', configFile, vocabulary),
    group: vocabulary.groups.audit,
    userAgent: vocabulary.product,
    retry: mode === 'batch',
    clock,
    random: Math.random,
    ended,
  });
  const gathering = {
    mode,
    maxEvents: batchMaxEvents,
    maxWaitMs: batchMaxWaitMs,
    bufferEvents,
    ...memoryOf(vocabulary),
  };
  return new Delivery(backend, gathering, clock, log);
}
