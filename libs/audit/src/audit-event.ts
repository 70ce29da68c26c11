import type { StatusDetails } from '@orch/apimachinery';
import type { EmbeddedJson } from './embedded-json.js';
import type { AuditLevel, AuditStage } from './audit-policy.js';

/** The authenticated or the impersonated user. Empty when the credentials were rejected. */
export interface AuditUser {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** Object of a request. Empty fields are left out. */
export interface ObjectReference {
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly apiGroup?: string;
  readonly apiVersion?: string;
  readonly subresource?: string;
}

/** An event as written (D-195). */
export interface AuditEvent {
  readonly kind: 'Event';
  readonly apiVersion: string;
  readonly level: AuditLevel;
  readonly auditID: string;
  readonly stage: AuditStage;
  readonly requestURI: string;
  readonly verb: string;
  /** The authenticated user. */
  readonly user: AuditUser;
  /** Set for impersonated requests (D-112). */
  readonly impersonatedUser?: AuditUser;
  readonly sourceIPs?: readonly string[];
  readonly userAgent?: string;
  readonly objectRef?: ObjectReference;
  readonly responseStatus?: {
    readonly metadata: object;
    readonly status?: string;
    readonly message?: string;
    readonly reason?: string;
    readonly details?: StatusDetails;
    readonly code: number;
  };
  readonly requestObject?: EmbeddedJson;
  readonly responseObject?: EmbeddedJson;
  /** With microseconds. */
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
  readonly annotations?: Readonly<Record<string, string>>;
}
