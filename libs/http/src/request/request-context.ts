import type { AccessSelectors } from './access-selectors.js';
import type { WarningTexts } from './warning-header.js';
import type { Flow } from './fair-queue.js';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { UserInfo } from '@orch/api';
import type { DecodedBody, Status } from '@orch/apimachinery';
import type { AnnotationLevel } from '@orch/registry';

/** The attributes of a request, from method and path alone. */
export interface RequestInfo {
  /** `/api/{version}/...` or `/apis/{group}/{version}/...` with a resource. */
  readonly isResource: boolean;
  /** Decoded path without query. */
  readonly path: string;
  /**
   * Resource requests: `get list watch create update patch delete deletecollection`, for other methods the method in lower
   * case. Other requests: the HTTP method in lower case.
   */
  readonly verb: string;
  /** Empty for the core group and for other requests. */
  readonly group: string;
  readonly version: string;
  /** Empty for cluster-scoped resources and all-namespace lists. For `/namespaces/{name}` itself: the name, as authorizers expect. */
  readonly namespace: string;
  readonly resource: string;
  readonly subresource: string;
  /** Empty for collections. */
  readonly name: string;
  /** Path segments after the name and sub-resource, for proxies. */
  readonly rest: readonly string[];
  /** What a question to the authorizer is narrowed to. Requests of clients have it only while they are authorized. */
  readonly selectors?: AccessSelectors | undefined;
}

/** An error answer. */
export interface Failure {
  readonly status: Status;
  /** An internal error of the server. */
  readonly unexpected: boolean;
}

/** An annotation of the audit event. */
export interface AuditAnnotation {
  readonly value: string;
  /** The lowest audit level whose events have it. */
  readonly from: AnnotationLevel;
}

/** Receives the data of a request for audit. */
export interface RequestRecord {
  /**
   * The decoded body.
   * @param value of a large object its kind, version and name only.
   * @param json its JSON bytes; undefined for other media types.
   * @param bytes length of the body.
   * @returns resolves when a large body of another media type is recorded; with an error when the request has ended.
   */
  body(value: unknown, json: Uint8Array | undefined, bytes: number): void | Promise<void>;
  /** The body was not decoded, or was rejected by its decoder. */
  bodyRefused(): void;
  /**
   * Receives the answer, or its next piece, as JSON, in any representation. Returns whether it takes more. Undefined
   * where answers are not recorded.
   */
  readonly answer: ((json: Uint8Array) => boolean) | undefined;
  /** Further pieces of the answer follow. Default: false. */
  isPartial?: boolean;
}

/** Decodes YAML off the event loop. */
export interface LargeYamlDecoder {
  /** @returns equivalent JSON. */
  decode(
    bytes: Uint8Array,
    signal: AbortSignal,
    flow: Flow,
  ): Promise<{ readonly json: Uint8Array } & Omit<DecodedBody, 'value'>>;
}

/** One request in the filters. Created once, at the top of the chain. */
export interface RequestContext {
  readonly info: RequestInfo;
  readonly method: string;
  /** Decoded once; repeated keys keep all values. */
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly raw: IncomingMessage;
  readonly reply: ServerResponse;
  /** Set by authentication, replaced by impersonation. */
  user: UserInfo;
  /** The authenticated user, where `user` is impersonated: for logs and audit only. */
  readonly impersonator: UserInfo | undefined;
  /** This list or watch is not authorized as a whole: its answer has only objects visible to `user`. */
  readonly onlyVisible?: boolean;
  /** The error of the answer, for audit. Set when errors are written. */
  failure?: Failure | undefined;
  /** The Status of a successful answer that is one, for audit. */
  answeredStatus?: Status | undefined;
  /** Called when the answer of a connection begins that has left HTTP, for audit: no header of a response is written then. */
  onUpgraded?: (() => void) | undefined;
  /** Sent as `Audit-Id`. */
  readonly auditId: string;
  /** Texts for `Warning` headers, sent with the answer. */
  readonly warnings: WarningTexts;
  /** Annotations of admission for the audit event; undefined without any. */
  auditAnnotations?: Map<string, AuditAnnotation> | undefined;
  /** Time spent in webhooks and queues, which is not that of this server. Unit: milliseconds. Default: 0. */
  excludedMs?: number;
  /** Headers added to every answer: the flow of the request (D-225). */
  readonly answerHeaders?: Readonly<Record<string, string>> | undefined;
  /** Bytes of the answer, in one or several pieces; not for watches. */
  answerBytes?: number;
  /**
   * Reads the body, once, after authorization. Empty buffer without one.
   * @throws ApiError RequestEntityTooLarge past `--max-request-body-bytes` (C-094).
   */
  readBody(): Promise<Buffer>;
  /**
   * Waits without the seat of the request, which others may have meanwhile. The number of such requests has a limit, beyond which `signal` is aborted. After
   * a wait that fails there is no seat.
   * @throws ApiError TooManyRequests when there is no seat afterwards; what `wait` throws.
   */
  withoutSeat<T>(wait: () => Promise<T>): Promise<T>;
  /** Records the decoded body and the answer for audit, which decodes nothing again. Undefined: not audited. */
  record?: RequestRecord | undefined;
  /** Decodes YAML bodies that are too large for the event loop. */
  readonly yamlDecoder: LargeYamlDecoder;
  /** Aborted when the client disconnects, the deadline passes, or the server drains (watches). Created on first use. */
  readonly signal: AbortSignal;
  /** Throws the reason of the abort of `signal`, if it is aborted. Takes less than making the signal. */
  assertOpen?(): void;
}

/** Answers a request that has passed every filter. Writes to `reply`; throws ApiError for the chain to answer. */
export type RequestHandler = (context: RequestContext) => void | Promise<void>;
