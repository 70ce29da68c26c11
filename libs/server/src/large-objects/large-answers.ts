import { viewOf } from '@orch/api';
import { isDeeperThan } from '@orch/apimachinery';
import type { Revision } from '@orch/storage';
import type { Entry, ResourceStore } from '@orch/registry';
import {
  CBOR_SEQUENCE_TYPE,
  flowOfRequester,
  inOneStep,
  isIndented,
  jsonRepresentation,
  sendEncoded,
  YAML_TYPE,
  type LargeEvents,
  type LargeItems,
  type Representation,
  type RequestContext,
} from '@orch/http';
import { isLarge } from './is-large.js';
import type { EncodedAnswer, RepresentTask } from './messages.js';
import type { ObjectThreads } from './object-threads.js';
import { copied, ownBytes } from './own-bytes.js';
import { isKnownToThread, taskKindOf } from './task-kind.js';

/** Levels from which lines in YAML have much more indentation than content: a small object may take megabytes. */
const DEEP = 32;

/** Events of smaller objects are encoded in a millisecond or two, whatever they hold. */
const LARGE_EVENT_BYTES = 64 * 1_024;
/**
 * Events with objects that are converted, or with columns of custom kinds, that are encoded in some milliseconds: a batch may have hundreds. And the
 * JSON of objects that are converted or written as CBOR in that time: it may have a megabyte.
 */
const FEW_EVENTS = 32;
const FEW_BYTES = 128 * 1_024;

/**
 * Answers with large objects whose stored bytes cannot be sent directly: they are encoded in a worker thread
 * (decision 055).
 */
export class LargeAnswers {
  /** Whether the object of an entry is large. */
  private readonly known = new WeakMap<Entry, boolean>();

  /** @param members threshold from which an object is large. */
  constructor(
    private readonly threads: ObjectThreads,
    private readonly members: number,
  ) {}

  /**
   * Answers with one object. Undefined: the caller encodes it.
   * @param bytes as stored, or its JSON in the version of the request.
   * @param stored the revision of stored bytes; undefined: they are in the version of the request.
   */
  send(
    store: ResourceStore,
    context: RequestContext,
    code: number,
    representation: Representation,
    bytes: Buffer,
    stored: Revision | undefined,
  ): Promise<void> | undefined {
    // HOT PATH (bench: get): small objects are recognized by their length.
    if (bytes.length < this.members || !isKnownToThread(store.writer.parts)) return undefined;
    const { info } = context;
    const { contentType } = representation;
    const pretty = isIndented(contentType, context);
    // The stored bytes are the answer.
    const isConverted =
      stored !== undefined &&
      (!store.form.isShown(bytes, stored) || viewOf(store.definition, info.subresource) !== undefined);
    if (representation === jsonRepresentation && !pretty && !isConverted) return undefined;
    if (!isLarge(bytes, this.members) && !(contentType === YAML_TYPE && isDeeperThan(bytes, DEEP))) return undefined;
    const task: RepresentTask = {
      ...storedTask(store, context, bytes, stored ?? 0),
      subresource: info.subresource,
      isStored: stored !== undefined,
      isIndented: pretty,
      wantsJson: context.record?.answer !== undefined,
    };
    return this.sendFromThread(context, code, contentType, task);
  }

  /** Items of a list; undefined when they are all encoded by the caller. One at a time is in memory. */
  items(store: ResourceStore, context: RequestContext): LargeItems | undefined {
    if (!isKnownToThread(store.writer.parts)) return undefined;
    const encoded = (entry: Entry, listedIn: 'json' | 'ownForm'): Promise<Buffer> | undefined => {
      if (entry.length < this.members || !this.isLarge(entry)) return undefined;
      const task = { ...storedTask(store, context, entry.bytes, entry.revision), listedIn };
      return this.encode(context, task, context.signal);
    };
    return { encoded: (entry) => encoded(entry, 'json'), inOwnForm: (entry) => encoded(entry, 'ownForm') };
  }

  /**
   * Events of a watch. Undefined: the caller encodes them all.
   */
  events(store: ResourceStore, context: RequestContext, representation: Representation): LargeEvents | undefined {
    if (!isKnownToThread(store.writer.parts)) return undefined;
    const isJson = representation === jsonRepresentation;
    const isCbor = representation.contentType === CBOR_SEQUENCE_TYPE;
    const hasComputedColumns = representation.firstEvent !== undefined && store.definition.struct === undefined;
    const isComputed = (entry: Entry): boolean =>
      hasComputedColumns || !store.form.isShown(entry.bytes, entry.revision);
    const isSent = (entry: Entry): boolean => isJson && store.form.isShown(entry.bytes, entry.revision);
    return {
      // HOT PATH (bench: watch-fan-out): small objects are recognized by their length.
      isLarge: ({ entry }) => entry.length >= LARGE_EVENT_BYTES && !isSent(entry) && this.isLarge(entry),
      takeLong: (events) => {
        if (events.length === 1 || (store.form.isServed && !hasComputedColumns && !isCbor)) return false;
        let [computed, bytes] = [0, 0];
        for (const event of events) {
          if (event.type === 'BOOKMARK') continue;
          const { entry } = event;
          const isOne = isComputed(entry);
          if (isOne) computed++;
          if (isOne || isCbor) bytes += entry.length;
        }
        return computed > FEW_EVENTS || bytes > FEW_BYTES;
      },
      inTurn: (encode) => inOneStep(encode, { flow: flowOfRequester(context) }),
      encoded: ({ type, revision, entry }, isFirst) => {
        const task = storedTask(store, context, entry.bytes, entry.revision);
        // Other watches wait for it, too: it goes on when the client of this one has left.
        return this.encode(context, { ...task, event: { type, revision, isFirst } }, undefined);
      },
    };
  }

  /** A part of an answer that has begun. */
  private async encode(
    context: RequestContext,
    represent: RepresentTask,
    signal: AbortSignal | undefined,
  ): Promise<Buffer> {
    const { body } = await this.threads.run<EncodedAnswer>({
      flow: flowOfRequester(context),
      signal,
      isContinued: true,
      begin: (task) => ({ type: 'represent', task, represent }),
    });
    return ownBytes(body);
  }

  private isLarge(entry: Entry): boolean {
    let known = this.known.get(entry);
    if (known === undefined) this.known.set(entry, (known = isLarge(entry.bytes, this.members)));
    return known;
  }

  private async sendFromThread(
    context: RequestContext,
    code: number,
    contentType: string,
    task: RepresentTask,
  ): Promise<void> {
    const { body, json } = await this.threads.run<EncodedAnswer>({
      flow: flowOfRequester(context),
      signal: context.signal,
      begin: (id) => ({ type: 'represent', task: id, represent: task }),
    });
    if (json) context.record?.answer?.(json);
    await sendEncoded(context, code, contentType, ownBytes(body));
  }
}

/** Encodes stored bytes of an object as the request wants them. */
const storedTask = (
  store: ResourceStore,
  context: RequestContext,
  bytes: Buffer,
  revision: Revision,
): RepresentTask => ({
  ...taskKindOf(store.writer.parts),
  subresource: '',
  accept: context.headers.accept,
  query: context.query.toString(),
  bytes: copied(bytes),
  listedIn: undefined,
  isStored: true,
  revision,
  isIndented: false,
  wantsJson: false,
});
