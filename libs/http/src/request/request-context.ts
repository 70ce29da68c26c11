import type { Flow } from './fair-queue.js';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { UserInfo } from '@orch/api';
import type { Status } from '@orch/apimachinery';

/** What a request is about, read from method and path alone. */
export interface RequestInfo {
  /** Under `/api/{version}/...` or `/apis/{group}/{version}/...` with a resource in it. */
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
}

/** An error that was answered. */
export interface Failure {
  readonly status: Status;
  /** The fault is the server's own. */
  readonly unexpected: boolean;
}

/** What audit asks to be kept of a request. */
export interface RequestRecord {
  /**
   * The body, decoded.
   * @param json bytes that say the same; undefined where it came in another form.
   */
  body(value: unknown, json: Uint8Array | undefined): void;
  /** The body was not decoded, or was refused by its decoder. */
  bodyRefused(): void;
  /** The answer, or its next piece, in JSON, whatever form goes out. Undefined where answers are not recorded. */
  readonly answer: ((json: Uint8Array) => void) | undefined;
}

/** Decodes YAML apart from the event loop. */
export interface LargeYamlDecoder {
  /** @returns JSON that means the same. */
  decode(
    bytes: Uint8Array,
    signal: AbortSignal,
    flow: Flow,
  ): Promise<{ readonly json: Uint8Array; readonly duplicateFields: string[] }>;
}

/** One request on its way through the filters. Made once, at the top of the chain. */
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
  /** Who really asks, where `user` is somebody else: for logs and audit alone. */
  readonly impersonator: UserInfo | undefined;
  /** Nobody has allowed this list or watch as a whole: its answer shows only what `user` may see. */
  readonly onlyVisible?: boolean;
  /** Why the answer is an error, where it is one: for audit. Set by the writer of errors. */
  failure?: Failure | undefined;
  /** Sent as `Audit-Id`. */
  readonly auditId: string;
  /** Texts for `Warning` headers, sent with the answer. */
  readonly warnings: string[];
  /** What admission adds to the audit event; undefined while it is nothing. */
  auditAnnotations?: Map<string, string> | undefined;
  /** Headers that its answer carries, whatever it is: which flow it belongs to (D-225). */
  readonly answerHeaders?: Readonly<Record<string, string>> | undefined;
  /** Bytes of the answer, for those that are sent as a whole or in pieces: not for watches. */
  answerBytes?: number;
  /**
   * Reads the body, once, after authorization. Empty buffer when there is none.
   * @throws ApiError RequestEntityTooLarge past `--max-request-body-bytes` (C-094).
   */
  readBody(): Promise<Buffer>;
  /** Keeps what is decoded of the body and what is answered: for audit, which decodes nothing again. Undefined: nobody asks. */
  record?: RequestRecord | undefined;
  /** Decodes bodies of YAML that are too large for the event loop. */
  readonly yamlDecoder: LargeYamlDecoder;
  /** Aborts when the client goes, the deadline passes, or the server drains (for watches). Made on first use. */
  readonly signal: AbortSignal;
}

/** Answers a request that has passed every filter. Writes to `reply`; throws ApiError for the chain to answer. */
export type RequestHandler = (context: RequestContext) => void | Promise<void>;
