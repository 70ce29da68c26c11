export { dispatcher, type PathHandler, type PlainPaths } from './dispatcher.js';
export { Context, contextOf, passToController } from './endpoints/request-context.decorator.js';
export { Drain, SERVER_STOPPING } from './drain.js';
export { chainFilters, type Filter, type Step } from './filter.js';
export { GuardedListeners } from './guarded-listeners.js';
export { isHealthPath } from './health-paths.js';
export {
  accessSelectors,
  fieldRequirements,
  labelRequirements,
  type AccessRequirement,
  type AccessSelectors,
} from './request/access-selectors.js';
export { Count, Series } from './metrics/metric-series.js';
export { ReloadMetrics } from './metrics/reload-metrics.js';
export {
  Buckets,
  DURATION_BUCKETS,
  SIZE_BUCKETS,
  SLI_BUCKETS,
  type DeprecatedUse,
  type Labels,
  type RequestSeries,
} from './metrics/request-series.js';
export {
  ALPHA_METRIC,
  metricHelp,
  metricState,
  STABLE_METRIC,
  type MetricLifecycle,
} from './metrics/metric-lifecycle.js';
export { type AddMetric, countersOf, histogram, histogramsOf, type Sample, samplesOf } from './metrics/sample.js';
export { parseAccept, type AcceptedType } from './negotiation/accept.js';
export { bookmarkObject, eventBytes, eventLine } from './negotiation/event-bytes.js';
export {
  APPLY_CBOR_PATCH_TYPE,
  APPLY_PATCH_TYPE,
  CBOR_SEQUENCE_TYPE,
  CBOR_TYPE,
  JSON_PATCH_TYPE,
  JSON_TYPE,
  MERGE_PATCH_TYPE,
  PROTOBUF_TYPES,
  STRATEGIC_PATCH_TYPE,
  YAML_TYPE,
  mediaTypeOf,
} from './negotiation/media-type.js';
export { requireJson, unknownMediaType } from './negotiation/not-acceptable.js';
export { jsonStatus, protobufStatus, type StatusForm } from './negotiation/status-form.js';
export { isIndented, sendEncoded, sendItem, sendList, sendStatus } from './representation/answer.js';
export { indented } from './representation/answer-form.js';
export { jsonRepresentation } from './representation/json-representation.js';
export { negotiate } from './representation/negotiate.js';
export { listParts } from './representation/json-items.js';
export type { LargeEvents, LargeItems } from './representation/pieces.js';
export { type Representation } from './representation/representation.js';
export { shownAt } from './representation/shown-object.js';
export { AuditIds } from './request/audit-id.js';
export { ALLOWED, NO_OPINION, Authorizer, type Decision } from './request/authorizer.js';
export { headerMemory } from './request/header-memory.js';
export { headerKey, headerText } from './request/header-text.js';
export { Warnings } from './request/warning-header.js';
export { atOnceOrInTurns, inOneStep, inTurns, ownTurn, type Pause, type WorkOptions } from './request/in-turns.js';
export {
  readInteger,
  readFlag,
  readListParameters,
  readSelection,
  readWatchParameters,
} from './request/list-parameters.js';
export { annotateRequest } from './request/annotate-request.js';
export { excludeTime } from './request/exclude-time.js';
export { BodyBuffer } from './request/body-buffer.js';
export { hasBody } from './request/read-body.js';
export { PieceLimit, tooManyPieces } from './request/piece-limit.js';
export { isRepeated } from './request/repeated-header.js';
export { destroyIfReset, isReplyClosed, isUnread, unreadLength } from './request/reply-closed.js';
export type {
  AuditAnnotation,
  LargeYamlDecoder,
  RequestContext,
  RequestHandler,
  RequestInfo,
  RequestRecord,
} from './request/request-context.js';
export { pathOf, queryOf, resolveRequestInfo } from './request/request-info.js';
export { resourceRequest } from './request/resource-request.js';
export type { Seat } from './request/seat.js';
export { SeatlessRequests, type SeatlessRequest } from './request/seatless-requests.js';
export { CLIENT_GONE, ServerRequest } from './request/server-request.js';
export { MAX_PIPELINED_REQUESTS, answerInTurn } from './response/answer-in-turn.js';
export { abortResponse } from './response/abort-response.js';
export { CachedDocument } from './response/cached-document.js';
export { COMPRESS_FROM_BYTES, GZIP_LEVEL, compressed, takesGzip } from './response/compression.js';
export { currentResponse } from './response/current-response.js';
export { LINGER_BYTES, LINGER_MS, endAfterLinger, mustLinger } from './response/linger.js';
export { wantsPretty } from './response/pretty.js';
export { rawStatus, type RawRefusal } from './response/raw-status.js';
export { refuseOverload } from './response/refuse-overload.js';
export { isExemptFromRequestTimeout, exemptFromRequestTimeout } from './response/request-timeout-exemption.js';
export { unknownPath } from './response/unknown-path.js';
export { commonHeaders, writeBytes, writeText, type AnsweredRequest } from './response/write-answer.js';
export { writeError } from './response/write-error.js';
export { isUpgradeRequest, isWebSocketRequest } from './upgrade-request.js';
export { PROTOCOLS_HEADER, offeredProtocols } from './web-socket-protocols.js';
export { ADMINISTRATORS } from './request/administrators.js';
export { NetworkTurns } from './request/network-turns.js';
export { requestConnection } from './request/request-connection.js';
export { awaitInTurn, inNetworkTurn, networkTurn, setRequestTimer } from './request/request-timer.js';
export { flowOfRequester, type Requester } from './request/requester.js';
export { FairQueue, type Flow, flowOf, OWN_FLOW } from './request/fair-queue.js';
export { UnreadBytes, unreadBytes, type UnreadConnection } from './response/unread-bytes.js';
