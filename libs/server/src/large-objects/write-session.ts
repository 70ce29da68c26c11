import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError, decodeJsonSteps, encodeJsonSteps, type ApiObject } from '@orch/apimachinery';
import {
  assertCurrent,
  createPreconditions,
  nameOfStorageKey,
  objectKey,
  replacePreconditions,
  type AdmissionAttributes,
  type Compute,
  type ObjectWriter,
  type Undo,
  type WriteRequest,
  type WriterParts,
  SYSTEM_USER,
} from '@orch/registry';
import { StorageError, type Precondition, type Stored } from '@orch/storage';
import { flowOf, inTurns, OWN_FLOW, type WorkOptions } from '@orch/http';
import type { AdmissionCall, CurrentObject, SentObject, SessionCall, StoreCall } from './messages.js';
import { copied, ownBytes } from './own-bytes.js';

/** The limits were checked on arrival. */
const NO_LIMITS = { maxDepth: Number.POSITIVE_INFINITY, maxFields: Number.POSITIVE_INFINITY };

/** The server's side of one write in the worker thread: answers the calls of the thread. */
export class WriteSession {
  private readonly parts: WriterParts;
  /** Objects for admission, by the numbers assigned by the thread. */
  private readonly objects = new Map<number, ApiObject>();
  /** Undo functions of admission, by the number of the call. */
  private readonly undosByCall = new Map<number, Undo[]>();
  /** Revisions of current objects known to the thread, by key. */
  private readonly sentRevisions = new Map<string, number>();
  private readonly work: WorkOptions;
  private leave: (() => void) | undefined;
  /** The outcome of the last attempt to store; undefined without one. */
  private storing: Promise<'Stored' | 'NotStored' | 'Unknown'> | undefined;
  private ended = false;

  constructor(
    writer: ObjectWriter,
    private readonly request: WriteRequest,
    /** For a change made by the server itself. */
    private readonly change?: { readonly name: string; readonly compute: Compute },
  ) {
    this.parts = writer.parts;
    this.work = { flow: request.user === SYSTEM_USER ? OWN_FLOW : flowOf(request.user) };
  }

  /** The object of that name. @throws StorageError Corrupted. */
  currentOf(name: string): CurrentObject {
    const key = objectKey(this.request.namespace, name);
    return this.changed(key) ?? { key, stored: undefined };
  }

  /** The object of that key, if it differs from the one sent last. @throws StorageError Corrupted. */
  changed(key: string | undefined): CurrentObject | undefined {
    if (key === undefined) return undefined;
    const entry = this.parts.actor.get(key);
    const revision = entry?.revision ?? 0;
    if (this.sentRevisions.get(key) === revision) return undefined;
    this.sentRevisions.set(key, revision);
    // A damaged object has no bytes: reading them throws.
    return { key, stored: entry && { revision, bytes: copied(entry.bytes) } };
  }

  answer(call: SessionCall, key: string | undefined): unknown {
    const { actor } = this.parts;
    switch (call.kind) {
      case 'enter':
        return this.enter(key!);
      case 'leave':
        this.leave?.();
        return undefined;
      case 'waitFor':
        return actor.position.waitFor(call.revision, call.timeoutMs);
      case 'refresh':
        return actor.position.refresh();
      case 'mayCreate':
        return this.request.mayCreate?.();
      case 'compute':
        return this.compute();
      case 'mutate':
      case 'validate':
        return this.admit(call);
      case 'undo':
        return this.undo(call.of, call.outcome);
      default:
        return this.store(call);
    }
  }

  /** The thread ended before the write: runs its undo functions. Returns whether the write is stored, or may be. */
  async abandon(): Promise<boolean> {
    this.ended = true;
    const outcome = (await this.storing) ?? 'NotStored';
    if (outcome !== 'Stored') {
      for (const of of [...this.undosByCall.keys()].reverse()) await this.undo(of, outcome);
    }
    this.leave?.();
    return outcome !== 'NotStored';
  }

  private enter(key: string): Promise<void> {
    return new Promise((entered, refused) => {
      void this.parts.actor.mailbox.run(key, () => {
        try {
          this.request.assertOpen?.();
        } catch (reason) {
          refused(reason as Error);
          return Promise.resolve();
        }
        entered();
        if (this.ended) return Promise.resolve();
        return new Promise<void>((left) => (this.leave = left));
      });
    });
  }

  /**
   * Computed from the current object. The store refuses the result where another write has replaced the object sent to the thread last.
   */
  private async compute(): Promise<{ json: Uint8Array }> {
    const { actor, form, definition } = this.parts;
    const { name, compute } = this.change!;
    const entry = actor.get(objectKey(this.request.namespace, name));
    if (!entry) throw ApiError.notFound({ group: definition.gvr.group, resource: definition.gvr.resource, name });
    const { value } = await inTurns(decodeJsonSteps(form.show(entry.bytes, entry.revision), NO_LIMITS), this.work);
    await nextTurn();
    const computed = await compute(value as ApiObject);
    return { json: await inTurns(encodeJsonSteps(computed), this.work) };
  }

  private async admit(call: AdmissionCall): Promise<unknown> {
    const { admission, definition } = this.parts;
    const { user, warn, dryRun, namespace, annotate = () => undefined, waited, assertOpen, action } = this.request;
    const undosByCall: Undo[] = [];
    this.undosByCall.set(call.of, undosByCall);
    const attributes: AdmissionAttributes = {
      operation: call.operation,
      action,
      definition,
      subresource: call.subresource,
      namespace,
      name: this.request.ofCollection ? '' : call.name,
      object: await this.objectOf(call.object),
      oldObject: await this.objectOf(call.oldObject),
      user,
      dryRun,
      warn,
      annotate,
      waited,
      assertOpen,
      onFailure: (undo) => undosByCall.push(undo),
    };
    if (call.kind === 'validate') {
      await admission.validate(attributes);
      return assertOpen?.();
    }
    const mutated = await admission.mutate(attributes);
    assertOpen?.();
    if (mutated === attributes.object) return undefined;
    if (call.object && 'named' in call.object)
      throw new Error(`admission changed an object of ${definition.gvr.resource} that it does not read`);
    this.objects.set(call.resultId, mutated);
    return { json: await inTurns(encodeJsonSteps(mutated), this.work) };
  }

  private async objectOf(sent: SentObject | undefined): Promise<ApiObject | undefined> {
    if (!sent) return undefined;
    if ('named' in sent) return sent.named;
    const known = this.objects.get(sent.id);
    if (known) return known;
    const { value } = await inTurns(decodeJsonSteps(sent.json!, NO_LIMITS), this.work);
    const object = value as ApiObject;
    this.objects.set(sent.id, object);
    return object;
  }

  /** In reverse order. */
  private async undo(of: number, outcome: 'NotStored' | 'Unknown'): Promise<void> {
    const undosByCall = this.undosByCall.get(of) ?? [];
    this.undosByCall.delete(of);
    const given = undosByCall.reverse().map((undo) => undo(outcome));
    await Promise.all(given.filter((promise) => promise !== undefined));
  }

  /** The object may have changed since admission. @throws ApiError as admission. */
  private preconditionsOf(storageKey: string): readonly Precondition[] {
    const { namespace, name } = nameOfStorageKey(storageKey);
    return createPreconditions(this.parts, namespace, name);
  }

  private async store({ kind, storageKey, expected, bytes, revisionAt }: StoreCall): Promise<object> {
    const { storage, guard } = this.parts;
    if (this.ended) throw ApiError.serviceUnavailable('the write was ended', 1);
    if (kind !== 'delete') assertCurrent(guard);
    const value = { bytes: ownBytes(bytes), revisionAt };
    const writing: Promise<Stored> =
      kind === 'create'
        ? storage.create(storageKey, value, ...this.preconditionsOf(storageKey))
        : kind === 'replace'
          ? storage.replace(storageKey, expected, value, ...replacePreconditions(this.parts))
          : storage.delete(storageKey, expected, value);
    this.storing = writing.then(
      () => 'Stored' as const,
      (error: unknown) =>
        error instanceof StorageError && (error.code === 'Unavailable' || error.code === 'Lost')
          ? ('Unknown' as const)
          : ('NotStored' as const),
    );
    const stored = await writing;
    return { revision: stored.revision, value: copied(stored.value) };
  }
}
