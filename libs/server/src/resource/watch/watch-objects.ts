import { ApiError, type Random } from '@orch/apimachinery';
import { checkWatchOptions, type DynamicVisibility, type ResourceStore } from '@orch/registry';
import {
  isWebSocketRequest,
  commonHeaders,
  flowOfRequester,
  type RequestContext,
  readInteger,
  readSelection,
  readWatchParameters,
  JSON_TYPE,
  isReplyClosed,
  setRequestTimer,
} from '@orch/http';
import { negotiate } from '@orch/http';
import type { LargeEvents, Representation } from '@orch/http';
import type { LargeAnswers } from '../../large-objects/large-answers.js';
import { ConnectionSink } from './connection-sink.js';
import { watchMemory } from './watch-memory.js';
import { watchTimeoutMs } from './watch-timeout.js';
import { checkHandshake } from './web-socket-handshake.js';
import { WebSocketSink } from './web-socket-sink.js';

export interface WatchLimits {
  /** Without `timeoutSeconds` a watch ends after one to two times this (`--min-request-timeout`, C-034). */
  readonly minRequestTimeoutMs: number;
  /** Whether `sendInitialEvents` is supported; otherwise it is rejected, and clients list first (C-049). */
  readonly initialEvents: boolean;
  readonly random: Random;
  /** Encodes events of large objects. Default: all are encoded on the event loop. */
  readonly largeAnswers?: LargeAnswers | undefined;
}

/**
 * Answers with a stream of events until the timeout, the disconnect of the client or the shutdown of the server
 * (A-053..A-058).
 * @param visibility filter of the events; absent: all.
 * @returns when the watch has started: a large initial state has been sent by then.
 */
export function watchObjects(
  store: ResourceStore,
  context: RequestContext,
  limits: WatchLimits,
  visibility?: DynamicVisibility,
): void | Promise<void> {
  const { query, reply } = context;
  const representation = negotiate(context.headers.accept, query, 'watch', store.definition);
  const parameters = { ...readWatchParameters(query), servesInitialEvents: limits.initialEvents };
  watchMemory.reserve(context);
  const { meta } = store.definition.vocabulary.groups;
  const checkOptions = () => checkWatchOptions(parameters, meta, limits.initialEvents);
  const selection = readSelection(query, context.info, store, checkOptions);
  const seconds = readInteger(query, 'timeoutSeconds') ?? 0;
  const timeoutMs = watchTimeoutMs(seconds, limits.minRequestTimeoutMs, limits.random);
  const large = limits.largeAnswers?.events(store, context, representation);
  const headers = () => {
    const common = commonHeaders(context);
    common['Content-Type'] = representation.contentType;
    return common;
  };
  const flow = flowOfRequester(context).name;
  const sink = isWebSocketRequest(context.raw)
    ? webSocketSink(store, representation, context, large)
    : new ConnectionSink(store, representation, { reply, flow }, headers, large);
  const watcher = store.watch(parameters, selection, sink, visibility, flow);
  sink.open(watcher);
  const finish = () => store.finishWatch(watcher);
  const cancelTimer = setRequestTimer(context.raw, finish, timeoutMs);
  context.signal.addEventListener('abort', finish, { once: true });
  reply.once('close', () => {
    cancelTimer();
    context.signal.removeEventListener('abort', finish);
    watcher.close();
  });
  let begun = false;
  sink.begun = () => (begun = true);
  watcher.start();
  // A server that is stopping has aborted it before the listener was added.
  if (context.signal.aborted) finish();
  if (begun || isReplyClosed(reply)) return;
  return new Promise((resolve) => {
    sink.begun = resolve;
    reply.once('close', resolve);
  });
}

/** Events over a WebSocket are text messages, so always JSON (C-040). */
function webSocketSink(
  store: ResourceStore,
  representation: Representation,
  context: RequestContext,
  large: LargeEvents | undefined,
): WebSocketSink {
  if (!representation.contentType.startsWith(JSON_TYPE)) throw ApiError.notAcceptable([JSON_TYPE]);
  return new WebSocketSink(store, representation, context, checkHandshake(context.raw), large);
}
