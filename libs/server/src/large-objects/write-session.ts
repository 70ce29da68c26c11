import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError, decodeJsonSteps, encodeJsonSteps, type ApiObject } from '@orch/apimachinery';
import {
  createPrecondition,
  nameOfStorageKey,
  objectKey,
  type AdmissionAttributes,
  type Compute,
  type ResourceStore,
  type Undo,
  type WriteRequest,
  type WriterParts,
  SYSTEM_USER,
} from '@orch/registry';
import { StorageError, type Precondition, type Stored } from '@orch/storage';
import { flowOf, inTurns, OWN_FLOW, type WorkOptions } from '@orch/http';
import type { AdmissionCall, CurrentObject, SentObject, ServerCall, StoreCall } from './messages.js';
import { copied, ownBytes } from './own-bytes.js';

/** They were within the limits when they came. */
const NO_LIMITS = { maxDepth: Number.POSITIVE_INFINITY, maxFields: Number.POSITIVE_INFINITY };

/** The server's side of one write that is computed in the worker thread: answers what the thread asks. */
export class WriteSession {
  private readonly parts: WriterParts;
  /** Objects for admission, by the numbers the thread gives them. */
  private readonly objects = new Map<number, ApiObject>();
  /** What admission took, by the number of its call. */
  private readonly taken = new Map<number, Undo[]>();
  /** What the thread knows: revisions of current objects, by key. */
  private readonly told = new Map<string, number>();
  private readonly work: WorkOptions;
  private leave: (() => void) | undefined;
  /** The outcome of the last attempt to store; undefined: none was made. */
  private storing: Promise<'Stored' | 'NotStored' | 'Unknown'> | undefined;
  private ended = false;

  constructor(
    store: ResourceStore,
    private readonly request: WriteRequest,
    /** Of a change that the server makes itself. */
    private readonly change?: { readonly name: string; readonly compute: Compute },
  ) {
    this.parts = store.writer.parts;
    this.work = { flow: request.user === SYSTEM_USER ? OWN_FLOW : flowOf(request.user) };
  }

  /** The object of that name. @throws StorageError Corrupted. */
  currentOf(name: string): CurrentObject {
    const key = objectKey(this.request.namespace, name);
    return this.changed(key) ?? { key, stored: undefined };
  }

  /** The object of that key, where it is another than what was told. @throws StorageError Corrupted. */
  changed(key: string | undefined): CurrentObject | undefined {
    if (key === undefined) return undefined;
    const entry = this.parts.actor.get(key);
    const revision = entry?.revision ?? 0;
    if (this.told.get(key) === revision) return undefined;
    this.told.set(key, revision);
    // A damaged one has no bytes: reading them throws.
    return { key, stored: entry && { revision, bytes: copied(entry.bytes) } };
  }

  answer(call: ServerCall, key: string | undefined): unknown {
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

  /** The thread ended before the write did: gives back what was taken for it. */
  async abandon(): Promise<void> {
    this.ended = true;
    const outcome = (await this.storing) ?? 'NotStored';
    if (outcome !== 'Stored') {
      for (const of of [...this.taken.keys()].reverse()) await this.undo(of, outcome);
    }
    this.leave?.();
  }

  private enter(key: string): Promise<void> {
    return new Promise((entered) => {
      void this.parts.actor.mailbox.run(key, () => {
        entered();
        if (this.ended) return Promise.resolve();
        return new Promise<void>((left) => (this.leave = left));
      });
    });
  }

  /** From the object that the thread was told last: while it is in the mailbox, nobody here writes another. */
  private async compute(): Promise<{ json: Uint8Array }> {
    const { actor, form, definition } = this.parts;
    const { name, compute } = this.change!;
    const entry = actor.get(objectKey(this.request.namespace, name));
    if (!entry) throw ApiError.notFound({ group: definition.gvr.group, resource: definition.gvr.resource, name });
    const { value } = await inTurns(decodeJsonSteps(form.show(entry.bytes), NO_LIMITS), this.work);
    await nextTurn();
    const computed = await compute(value as ApiObject);
    return { json: await inTurns(encodeJsonSteps(computed), this.work) };
  }

  private async admit(call: AdmissionCall): Promise<unknown> {
    const { admission, definition } = this.parts;
    const { user, warn, dryRun, namespace, annotate = () => undefined } = this.request;
    const taken: Undo[] = [];
    this.taken.set(call.of, taken);
    const attributes: AdmissionAttributes = {
      operation: call.operation,
      definition,
      subresource: call.subresource,
      namespace,
      name: call.name,
      object: await this.objectOf(call.object),
      oldObject: await this.objectOf(call.oldObject),
      user,
      dryRun,
      warn,
      annotate,
      onFailure: (undo) => taken.push(undo),
    };
    if (call.kind === 'validate') return admission.validate(attributes);
    const mutated = await admission.mutate(attributes);
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

  /** Whoever took last gives back first. */
  private async undo(of: number, outcome: 'NotStored' | 'Unknown'): Promise<void> {
    const taken = this.taken.get(of) ?? [];
    this.taken.delete(of);
    const given = taken.reverse().map((undo) => undo(outcome));
    await Promise.all(given.filter((promise) => promise !== undefined));
  }

  /** The object was admitted a while ago. @throws ApiError as admission. */
  private createPrecondition(storageKey: string): Precondition | undefined {
    const { namespace, name } = nameOfStorageKey(storageKey);
    return createPrecondition(this.parts, namespace, name);
  }

  private async store({ kind, storageKey, expected, bytes, revisionAt }: StoreCall): Promise<object> {
    const { storage } = this.parts;
    if (this.ended) throw ApiError.serviceUnavailable('the write was ended', 1);
    const value = { bytes: ownBytes(bytes), revisionAt };
    const writing: Promise<Stored> =
      kind === 'create'
        ? storage.create(storageKey, value, this.createPrecondition(storageKey))
        : kind === 'replace'
          ? storage.replace(storageKey, expected, value)
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
