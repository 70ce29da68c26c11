import { looksLikeJson, WorkLimitError, type Clock } from '@orch/apimachinery';
import {
  isDamaged,
  KindChangedError,
  objectKey,
  type Compute,
  type DeleteRequest,
  type LargeChanges,
  type ObjectWriter,
  type ResourceStore,
  type WriteRequest,
  type WriteResult,
  SYSTEM_USER,
} from '@orch/registry';
import { isShared } from '@orch/storage';
import {
  atOnceOrInTurns,
  type Flow,
  flowOf,
  flowOfRequester,
  OWN_FLOW,
  type RequestContext,
  APPLY_CBOR_PATCH_TYPE,
  APPLY_PATCH_TYPE,
  CBOR_TYPE,
  JSON_TYPE,
  PROTOBUF_TYPES,
  YAML_TYPE,
} from '@orch/http';
import { isLarge, smallWorkLimit } from './is-large.js';
import type { WriteTask, WrittenObject } from './messages.js';
import { copied, ownBytes } from './own-bytes.js';
import { isKnownToThread, laneOf, laneOfHooks, taskKindOf } from './task-kind.js';
import { WriteSession } from './write-session.js';
import type { WriteListener } from './object-thread.js';
import type { ObjectThreads } from './object-threads.js';

/** Size of a protobuf or CBOR body that may have that many members. */
const LARGE_BINARY = 64 * 1_024;
/** Size of an object that is large when its validation is slow: a turn of compiling patterns and rules. */
const SLOW_BYTES = 32 * 1_024;
/** Larger YAML is decoded neither on the event loop nor in this thread. */
const LARGE_YAML = 32 * 1_024;

/** A body in the form the thread reads. */
interface ThreadBody {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  /** Repeated fields, found before it became JSON. */
  readonly duplicateFields: readonly string[];
  readonly duplicateKeys?: readonly string[];
}

const NOTHING: ThreadBody = { bytes: new Uint8Array(0), mediaType: '', duplicateFields: [] };

/** A write as parsed from the request. */
export interface WriteIntent {
  readonly operation: WriteTask['operation'];
  readonly request: WriteRequest;
  /** Media type of the body: of an object, or of a patch. Empty for a delete. */
  readonly mediaType: string;
  readonly subresource: string;
  /** Of an apply only. */
  readonly force?: boolean;
  /** Of a delete only. */
  readonly options?: DeleteRequest;
}

/** A write of one request. */
export interface RequestedWrite {
  readonly store: ResourceStore;
  readonly context: RequestContext;
  /** Empty for a create. */
  readonly name: string;
  readonly body: Buffer;
  readonly intent: WriteIntent;
}

/** Writes whose body or current object is large, or that take much work: they are computed in a worker thread (decision 055). */
export class LargeWrites implements LargeChanges {
  /** @param members threshold from which an object is large. */
  constructor(
    private readonly threads: ObjectThreads,
    private readonly members: number,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes a write in the thread, or here if it is small. One that takes more work here than its size shows is abandoned before anything is stored,
   * and made in the thread.
   * @param here gets the request with its limit of work. @param there the result of a write in the thread.
   * @throws ApiError of the write; TooManyRequests.
   */
  async write<T>(
    { store, context, name, body, intent }: RequestedWrite,
    here: (request: WriteRequest) => Promise<T>,
    there: (written: WrittenObject) => T,
  ): Promise<T> {
    if (!isKnownToThread(store.writer.parts)) return here(intent.request);
    if (this.isLargeWrite(store, name, body, intent))
      return there(await this.inThread(store.writer, context, name, body, intent));
    try {
      return await here({ ...intent.request, limit: smallWorkLimit(this.members) });
    } catch (error) {
      if (!(error instanceof WorkLimitError)) throw error;
    }
    store.definition.longWrites?.found();
    return there(await this.inThread(store.writer, context, name, body, intent));
  }

  /** HOT PATH (bench: create): small bodies are recognized by their length. */
  private isLargeWrite(store: ResourceStore, name: string, body: Buffer, intent: WriteIntent): boolean {
    return (
      this.isLargeBody(body, intent.mediaType) ||
      this.isLargeObject(store, intent.request.namespace, name) ||
      this.isSlow(store, name, body, intent)
    );
  }

  /** A change made by the server itself. */
  change(
    store: ResourceStore,
    request: WriteRequest,
    name: string,
    subresource: string,
    compute: Compute,
  ): Promise<WriteResult> | undefined {
    // It is computed from the object as it is served.
    if (
      !isKnownToThread(store.writer.parts) ||
      store.writer.parts.conversion ||
      !this.isLargeObject(store, request.namespace, name)
    )
      return undefined;
    const intent = { operation: 'change', request, mediaType: '', subresource } as const;
    const written = this.ofServer(store, name, intent, { name, compute });
    return written.then(({ bytes, created }) => ({ bytes: ownBytes(bytes), created }));
  }

  /** A delete made by the server itself. */
  delete(
    store: ResourceStore,
    request: WriteRequest,
    name: string,
    options: DeleteRequest,
  ): Promise<WrittenObject> | undefined {
    if (!isKnownToThread(store.writer.parts) || !this.isLargeObject(store, request.namespace, name)) return undefined;
    return this.ofServer(store, name, { operation: 'delete', request, mediaType: '', subresource: '', options });
  }

  private ofServer(
    store: ResourceStore,
    name: string,
    intent: WriteIntent,
    change?: { readonly name: string; readonly compute: Compute },
  ): Promise<WrittenObject> {
    const { request } = intent;
    const flow = request.user === SYSTEM_USER ? OWN_FLOW : flowOf(request.user);
    return this.asServed(store.writer, (writer) => {
      const task = this.taskOf(writer, name, intent, NOTHING, false);
      const session = new WriteSession(writer, request, change);
      return this.run(writer, { flow, signal: undefined }, task, session, request, () => undefined);
    });
  }

  private isLargeBody(body: Buffer, mediaType: string): boolean {
    if (isBinary(mediaType)) return body.length >= Math.min(LARGE_BINARY, this.members * 16);
    if (isYaml(mediaType) && !looksLikeJson(body)) return body.length >= Math.min(LARGE_YAML, this.members * 8);
    return isLarge(body, this.members);
  }

  /** A write that validates much: of a definition, or of a kind whose schema has cost much before. */
  private isSlow(store: ResourceStore, name: string, body: Buffer, { subresource, operation }: WriteIntent): boolean {
    const { declaration, longWrites } = store.definition;
    if (longWrites && operation !== 'delete' && longWrites.next()) return true;
    if (!declaration.slowValidation || subresource !== '' || operation === 'delete') return false;
    if (body.length >= SLOW_BYTES) return true;
    const entry = name === '' ? undefined : store.writer.parts.actor.get(objectKey('', name));
    return entry !== undefined && !isDamaged(entry) && entry.bytes.length >= SLOW_BYTES;
  }

  private isLargeObject(store: ResourceStore, namespace: string, name: string): boolean {
    if (name === '') return false;
    const entry = store.writer.parts.actor.get(objectKey(namespace, name));
    return entry !== undefined && !isDamaged(entry) && isLarge(entry.bytes, this.members);
  }

  private async inThread(
    served: ObjectWriter,
    context: RequestContext,
    name: string,
    body: Buffer,
    intent: WriteIntent,
  ): Promise<WrittenObject> {
    const { record, signal } = context;
    const { operation, request } = intent;
    if (operation !== 'delete') record?.bodyRefused(); // until it is decoded
    const decoded = await asThreadReads(body, intent.mediaType, context);
    return this.asServed(served, (writer) =>
      this.run(
        writer,
        { flow: flowOfRequester(context), signal },
        this.taskOf(writer, name, intent, decoded, record !== undefined),
        new WriteSession(writer, request),
        request,
        (head, json) => void record?.body(head, json, json?.length ?? 0), // never waits: it has JSON, or the head only
      ),
    );
  }

  /** As the writer itself: a write during which the definition of its kind changes is made again under the changed one. */
  private async asServed(
    writer: ObjectWriter,
    run: (writer: ObjectWriter) => Promise<WrittenObject>,
  ): Promise<WrittenObject> {
    for (let current = writer; ; current = await current.next()) {
      try {
        return await run(current);
      } catch (error) {
        if (!(error instanceof KindChangedError)) throw error;
      }
    }
  }

  private taskOf(
    writer: ObjectWriter,
    name: string,
    intent: WriteIntent,
    { bytes, mediaType, duplicateFields, duplicateKeys }: ThreadBody,
    recordsBody: boolean,
  ): WriteTask {
    const { operation, request, subresource, force = false, options = {} } = intent;
    const { namespace, user, dryRun, fieldManager, fieldValidation, sent } = request;
    return {
      operation,
      ...taskKindOf(writer.parts),
      subresource,
      name,
      request: { namespace, user, dryRun, fieldManager, fieldValidation, ...(sent && { sent }) },
      mediaType,
      body: copied(bytes),
      duplicateFields,
      ...(duplicateKeys && { duplicateKeys }),
      force,
      options,
      nowMs: this.clock.now(),
      isShared: isShared(writer.parts.storage),
      sendsContent: readsContent(writer, intent, name),
      recordsBody,
    };
  }

  private async run(
    { parts: { definition, source, actor, admission } }: ObjectWriter,
    { flow, signal }: { readonly flow: Flow; readonly signal: AbortSignal | undefined },
    task: WriteTask,
    session: WriteSession,
    { warn, annotate = () => undefined }: WriteRequest,
    decoded: WriteListener['decoded'],
  ): Promise<WrittenObject> {
    const calls = source?.calls;
    const hooks = admission.waitsFor?.({ definition, namespace: task.request.namespace });
    const lane = calls ? laneOf(definition) : hooks && laneOfHooks(await atOnceOrInTurns(hooks, () => ({ flow })));
    const entry = actor.get(objectKey(task.request.namespace, task.name));
    const current = entry && !isDamaged(entry) ? entry.length : 0;
    return this.threads.run<WrittenObject>({
      flow,
      signal,
      lane,
      bytes: task.body.length + current,
      calls,
      begin: (id) => ({ type: 'write', task: id, write: task, current: session.currentOf(task.name) }),
      write: { session, warn, annotate, decoded },
    });
  }
}

const isBinary = (mediaType: string): boolean =>
  PROTOBUF_TYPES.has(mediaType) || mediaType === CBOR_TYPE || mediaType === APPLY_CBOR_PATCH_TYPE;

const isYaml = (mediaType: string): boolean => mediaType === YAML_TYPE || mediaType === APPLY_PATCH_TYPE;

/** Large YAML is converted to JSON first, in the thread that decodes YAML, which has its own limits. */
async function asThreadReads(bytes: Buffer, mediaType: string, context: RequestContext): Promise<ThreadBody> {
  if (!isYaml(mediaType) || bytes.length < LARGE_YAML || looksLikeJson(bytes))
    return { bytes, mediaType, duplicateFields: [] };
  const { json, ...duplicates } = await context.yamlDecoder.decode(bytes, context.signal, flowOfRequester(context));
  return { bytes: json, mediaType: JSON_TYPE, ...duplicates };
}

/** Whether admission reads the objects of this write, either on create or on update. */
function readsContent(writer: ObjectWriter, { operation, request, subresource }: WriteIntent, name: string): boolean {
  const { admission, definition } = writer.parts;
  const { namespace, user, dryRun, warn } = request;
  const operations = { create: ['CREATE'], delete: ['DELETE'], patch: ['UPDATE'], change: ['UPDATE'] } as const;
  const candidates = operations[operation as keyof typeof operations] ?? (['CREATE', 'UPDATE'] as const);
  const common = { definition, subresource, namespace, name, user, dryRun, warn };
  const unused = { annotate: () => undefined, onFailure: () => undefined };
  return candidates.some((one) => admission.readsContent?.({ ...common, ...unused, operation: one }) ?? true);
}
