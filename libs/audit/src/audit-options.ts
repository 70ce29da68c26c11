import type { ThrottleOptions } from './batch-throttle.js';
import type { EventFormat } from './event-line.js';
import type { TruncationLimits } from './truncation.js';

/** Whether events are batched, and whether requests wait for them. */
export type AuditMode = 'batch' | 'blocking' | 'blocking-strict';

export const AUDIT_MODES: readonly AuditMode[] = ['batch', 'blocking', 'blocking-strict'];

/** Policy and backends (D-190, D-196, D-197). Without a policy nothing is recorded. */
export interface AuditOptions {
  readonly policyFile: string | undefined;
  readonly log: AuditLogOptions | undefined;
  readonly webhook: AuditWebhookOptions | undefined;
}

/** How events are batched and truncated for one backend. */
export interface AuditBatchOptions {
  readonly mode: AuditMode;
  /** Maximum number of events per write. */
  readonly batchMaxEvents: number;
  /** How long the first event of a batch waits for others, in mode `batch`. */
  readonly batchMaxWaitMs: number;
  /** Maximum number of queued events; further ones are dropped and counted. */
  readonly bufferEvents: number;
  /** Default: unlimited. */
  readonly throttle?: ThrottleOptions | undefined;
  /** Default: events of any size. */
  readonly truncation?: TruncationLimits | undefined;
}

export interface AuditLogOptions extends AuditBatchOptions {
  /** A file; `-` is standard output. */
  readonly path: string;
  readonly format: EventFormat;
  readonly rotation: Rotation;
}

/** When a file is rotated, and how long rotated files are kept. Zero: no limit. */
export interface Rotation {
  readonly maxBytes: number;
  readonly maxAgeDays: number;
  readonly maxBackups: number;
  /** Whether rotated files are compressed. */
  readonly compress: boolean;
}

export interface AuditWebhookOptions extends AuditBatchOptions {
  readonly configFile: string;
  /** Pause before a failed call is repeated; later pauses are longer. */
  readonly initialBackoffMs: number;
}

export const NO_AUDIT_OPTIONS: AuditOptions = Object.freeze({
  policyFile: undefined,
  log: undefined,
  webhook: undefined,
});
