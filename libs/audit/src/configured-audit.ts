import { resolve } from 'node:path';
import type { ResourceDefinition } from '@orch/api';
import { type Clock, errorMessage } from '@orch/apimachinery';
import { UserFacingError, type Logger } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import type { RequestInfo } from '@orch/http';
import type { AuditBatchOptions, AuditLogOptions, AuditOptions, AuditWebhookOptions } from './audit-options.js';
import { AuditTrail } from './audit-trail.js';
import { withoutBodies } from './annotations.js';
import { ByteBudget } from './byte-budget.js';
import { Delivery, type DeliveryOptions } from './delivery.js';
import { followPolicy } from './follow-policy.js';
import { logBackend, streamSink } from './log-backend.js';
import { RotatingFile } from './rotating-file.js';

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
  const policy = await followPolicy(policyFile, parts.vocabulary.groups.audit, parts.log);
  if (!log && !webhook) {
    parts.log.warn('audit is disabled: set --audit-log-path or --audit-webhook-config-file');
    policy.close();
    return undefined;
  }
  const ending = new AbortController();
  try {
    const deliveries: Delivery[] = [];
    if (log) deliveries.push(await logDelivery(log, parts));
    if (webhook) deliveries.push(await webhookDelivery(webhook, parts, ending.signal));
    return new AuditTrail({ policy, deliveries, ending, ...parts });
  } catch (error) {
    policy.close();
    throw error;
  }
}

async function logDelivery(options: AuditLogOptions, { clock, log, vocabulary }: AuditParts): Promise<Delivery> {
  const { path, format, rotation } = options;
  const sink = path === '-' ? streamSink(process.stdout) : await openFile(resolve(path), rotation, clock, log);
  return new Delivery(logBackend(sink, format), deliveryOptions(options, vocabulary), clock, log);
}

/** Each backend has its own budget: one that hangs does not use up the memory of another. */
const deliveryOptions = (
  { mode, batchMaxEvents, batchMaxWaitMs, bufferEvents, throttle, truncation }: AuditBatchOptions,
  vocabulary: Vocabulary,
): DeliveryOptions => ({
  mode,
  maxEvents: batchMaxEvents,
  maxWaitMs: batchMaxWaitMs,
  bufferEvents,
  budget: new ByteBudget(),
  withoutBodies: withoutBodies(vocabulary),
  throttle,
  truncation,
});

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
  const { configFile, mode, initialBackoffMs } = options;
  const backend = webhookBackend({
    configuration: loadWebhookConfiguration('audit-webhook-config-file', configFile, vocabulary),
    group: vocabulary.groups.audit,
    userAgent: vocabulary.product,
    retry: mode === 'batch',
    initialBackoffMs,
    clock,
    random: Math.random,
    ended,
  });
  return new Delivery(backend, deliveryOptions(options, vocabulary), clock, log);
}
