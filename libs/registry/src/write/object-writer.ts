import { randomUUID } from 'node:crypto';
import { viewOf, type CompiledView, type SubresourceStrategy } from '@orch/api';
import {
  ApiError,
  FieldPath,
  fieldError,
  formatTime,
  isStoredResourceVersion,
  parseResourceVersion,
  type ApiObject,
  type DecodedBody,
} from '@orch/apimachinery';
import { StorageError } from '@orch/storage';
import { isDamaged } from '../cache/damaged-entry.js';
import type { Entry } from '../cache/entry.js';
import { objectKey } from '../keys/storage-keys.js';
import { andThen } from './at-hand.js';
import { readAppliedBody } from './applied-body.js';
import { readAppliedView } from './applied-view.js';
import { ApplyStep } from './apply-step.js';
import { Committer } from './committer.js';
import type { DeleteRequest } from './delete-request.js';
import { planDamagedDelete, remains } from './damaged-delete.js';
import { planDelete } from './delete-plan.js';
import { FieldOwnership } from './field-ownership.js';
import { fillDefaults, takeIn } from './intake.js';
import {
  metadataForCreate,
  metadataForUpdate,
  requireNameOnUrl,
  uidConflict,
  withMetadata,
} from './object-metadata.js';
import { WriteGate } from './write-gate.js';
import { attempt, type WriteAttempt } from './write-attempt.js';
import type { Patch, WriteRequest, WriteResult } from './write-request.js';
import { refOf, type WriterParts } from './writer-parts.js';

/** How many names a create with `generateName` tries before it tells the client that they are taken (C-019). */
const MAX_GENERATED_NAMES = 8;
const RESOURCE_VERSION = FieldPath.of('metadata', 'resourceVersion');

/** How often a write that creates what is not there looks again, when the object comes and goes meanwhile. */
const MAX_TURNS = 8;

/** Object to store from the one that stands. Runs again when another replica was first. */
export type Compute = (old: ApiObject) => ApiObject | Promise<ApiObject>;

/** A new object with the owners of its fields. */
type Own = (object: ApiObject) => ApiObject;

/**
 * The one write path of a served kind (design section 5): POST, PUT, every PATCH and sub-resources all pass here, and
 * nothing reaches the store unadmitted. Object in, committed bytes out.
 */
export class ObjectWriter {
  private readonly gate: WriteGate;
  private readonly committer: Committer;
  private readonly ownership: FieldOwnership;

  constructor(readonly parts: WriterParts) {
    this.ownership = new FieldOwnership(parts);
    this.gate = new WriteGate(parts);
    this.committer = new Committer(parts);
  }

  /** @throws ApiError AlreadyExists, Invalid, BadRequest, and what admission throws. */
  async create(request: WriteRequest, body: DecodedBody): Promise<WriteResult> {
    const taken = takeIn(this.parts.definition, body, request);
    const { name, generateName } = taken.metadata;
    const own: Own = (object) => this.ownership.created(request, object);
    const generated = !name && Boolean(generateName);
    for (let count = 1; ; count++) {
      try {
        return await this.createOnce(request, taken, own);
      } catch (error) {
        const taken = error instanceof ApiError && error.reason === 'AlreadyExists';
        if (!generated || !taken || count === MAX_GENERATED_NAMES) throw error;
      }
    }
  }

  /**
   * PUT. An absent object is created where the kind allows it (A-029 with C-021, design section 10).
   * @throws ApiError NotFound, Conflict for a uid of an absent object, and what other writes throw.
   */
  async update(request: WriteRequest, name: string, body: DecodedBody): Promise<WriteResult> {
    const { definition } = this.parts;
    requireNameOnUrl(body.value, name);
    const sent = takeIn(definition, body, request);
    const { uid } = sent.metadata;
    return this.changeOrElse(
      request,
      name,
      () => this.change(request, name, '', (old) => this.mainUpdate(request, sent, old)),
      async () => {
        const target = refOf(this.parts, name);
        if (uid) throw uidConflict(target, uid, '');
        if (!definition.declaration.allowsCreateOnUpdate) throw ApiError.notFound(target);
        await request.mayCreate?.();
        const own: Own = (object) => this.ownership.created(request, object);
        return this.createOnce(request, withoutResourceVersion(sent), own);
      },
    );
  }

  /**
   * Server-side apply (spec item 16): creates a main object that is not there (C-109).
   * @throws ApiError Conflict when others own what would change and it is not forced (C-113), BadRequest, and what other
   * writes throw.
   */
  async apply(
    request: WriteRequest,
    name: string,
    subresource: string,
    body: DecodedBody,
    force: boolean,
  ): Promise<WriteResult> {
    const { definition } = this.parts;
    const view = viewOf(definition, subresource);
    const applied = view ? readAppliedView(view, definition, body, name) : readAppliedBody(definition, body, name);
    const target = request.namespace === '' ? name : `${request.namespace}/${name}`;
    const step = new ApplyStep(this.parts, this.ownership, applied, force, target);
    const takeApplied = (object: unknown): ApiObject =>
      takeIn(definition, { value: object, duplicateFields: body.duplicateFields }, request);
    const change = () =>
      this.changeAdmitted(request, name, async (tried, old) => {
        const { object, owners } = step.onto(old, request, subresource);
        if (view) {
          const shown = { value: view.show(object as ApiObject), duplicateFields: body.duplicateFields };
          return this.ownership.applied(
            await this.admitView(tried, request, { subresource, view }, shown, old),
            owners,
            old,
          );
        }
        const sent = takeApplied(object);
        const computed =
          subresource === ''
            ? this.mainUpdate(request, sent, old)
            : this.subresourceUpdate(request, subresource, sent, old);
        return this.ownership.applied(await this.gate.admitUpdate(tried, subresource, computed, old), owners, old);
      });
    if (subresource !== '') return change();
    return this.changeOrElse(request, name, change, async () => {
      const { uid } = applied.metadata;
      if (uid) {
        throw ApiError.conflict(
          refOf(this.parts, name),
          `uid mismatch: the provided object specified uid ${JSON.stringify(uid)}, and no existing object was found`,
        );
      }
      await request.mayCreate?.();
      const { object, owners } = step.onto(undefined, request, '');
      const own: Own = (stored) => this.ownership.applied(stored, owners, stored);
      return this.createOnce(request, withoutResourceVersion(takeApplied(object)), own);
    });
  }

  async patch(request: WriteRequest, name: string, patch: Patch): Promise<WriteResult> {
    const { definition } = this.parts;
    return this.change(request, name, '', (old) =>
      this.mainUpdate(request, takeIn(definition, patch(old), request), old),
    );
  }

  async updateSubresource(
    request: WriteRequest,
    name: string,
    subresource: string,
    body: DecodedBody,
  ): Promise<WriteResult> {
    return this.writeSubresource(request, name, subresource, () => body);
  }

  async patchSubresource(request: WriteRequest, name: string, subresource: string, patch: Patch): Promise<WriteResult> {
    return this.writeSubresource(request, name, subresource, patch);
  }

  /** A change the server itself makes to an object, through the same path. `compute` gives the whole new object. */
  async changeWhole(request: WriteRequest, name: string, subresource: string, compute: Compute): Promise<WriteResult> {
    return this.change(request, name, subresource, compute);
  }

  /**
   * Deletes in two phases (A-107..A-111): while finalizers stand the object only becomes terminating. One whose stored value is damaged
   * is removed at once: its finalizers cannot be read.
   * @returns the last state, and whether it is gone.
   */
  async delete(
    request: WriteRequest,
    name: string,
    options: DeleteRequest,
  ): Promise<{ bytes: Buffer; object: ApiObject; gone: boolean }> {
    const { definition, form, actor } = this.parts;
    const key = objectKey(request.namespace, name);
    return actor.mailbox.run(key, async () => {
      for (let count = 1; ; count++) {
        const current = this.existing(key, name);
        const target = refOf(this.parts, name);
        const isUnreadable = isDamaged(current);
        const old = isUnreadable ? remains(definition, request.namespace, name) : form.read(current);
        const { step, object } = isUnreadable
          ? planDamagedDelete(current, old, options, target)
          : planDelete(definition, old, options, this.gate.context(request), target);
        await attempt(request, async (tried) => this.gate.admitDelete(tried, old));
        const gone = step === 'remove';
        if (step === 'none') return { bytes: form.show(current.bytes), object: old, gone };
        if (request.dryRun) return { bytes: plainBytes(object), object, gone };
        try {
          const bytes = gone
            ? await this.committer.remove(key, name, current, object)
            : (await this.committer.update(key, name, current, object)).bytes;
          return { bytes, object, gone };
        } catch (error) {
          await this.committer.retryOrThrow(error, name, count);
        }
      }
    });
  }

  private createOnce(request: WriteRequest, taken: ApiObject, own: Own): WriteResult | Promise<WriteResult> {
    const prepared = this.prepareCreate(request, taken);
    return attempt(request, (tried) =>
      andThen(this.gate.admitCreate(tried, prepared, taken), (admitted): WriteResult | Promise<WriteResult> => {
        const object = own(admitted);
        const name = object.metadata.name!;
        const key = objectKey(request.namespace, name);
        if (!request.dryRun) {
          this.refuseResourceVersion(taken);
          return this.committer.create(key, name, object);
        }
        if (this.parts.actor.get(key)) throw ApiError.alreadyExists(refOf(this.parts, name));
        return { bytes: plainBytes(object), created: true };
      }),
    );
  }

  /** Undefined when another create was first: then this is an update, of an object that is to be seen by now. */
  private async unlessBeaten(
    key: string,
    create: () => WriteResult | Promise<WriteResult>,
  ): Promise<WriteResult | undefined> {
    try {
      return await create();
    } catch (error) {
      if (!(error instanceof ApiError && error.reason === 'AlreadyExists')) throw error;
      const beatenBy = error.cause;
      if (beatenBy instanceof StorageError && beatenBy.revision !== undefined) {
        await this.committer.reached(beatenBy.revision);
      } else if (!this.parts.actor.get(key)) throw error; // admission or a dry run saw the name taken
      return undefined;
    }
  }

  /**
   * Changes an object, or creates it where it is absent. Other writers may create or delete it in between: then it is the other
   * after all.
   * @param create throws where an absent object is an error.
   */
  private async changeOrElse(
    request: WriteRequest,
    name: string,
    change: () => Promise<WriteResult>,
    create: () => WriteResult | Promise<WriteResult>,
  ): Promise<WriteResult> {
    const { actor } = this.parts;
    const key = objectKey(request.namespace, name);
    for (let turn = 1; ; turn++) {
      if (!actor.get(key)) {
        const created = await this.unlessBeaten(key, create);
        if (created) return created;
      }
      try {
        return await change();
      } catch (error) {
        const isGone = error instanceof ApiError && error.reason === 'NotFound' && !actor.get(key);
        if (!isGone || turn === MAX_TURNS) throw error;
      }
    }
  }

  /** The store gives resourceVersions: a new object has none (C-141). Checked last, as an object that is invalid is told so first. */
  private refuseResourceVersion({ metadata: { resourceVersion } }: ApiObject): void {
    if (!resourceVersion || !isStoredResourceVersion(resourceVersion)) return;
    const { resourceVersionOnCreate } = this.parts.definition.vocabulary.answers;
    throw new ApiError(
      resourceVersionOnCreate === 400 ? 'BadRequest' : 'InternalError',
      'resourceVersion should not be set on objects to be created',
    );
  }

  private prepareCreate(request: WriteRequest, taken: ApiObject): ApiObject {
    const { definition, clock, random } = this.parts;
    const metadata = metadataForCreate(taken.metadata, {
      namespace: request.namespace,
      uid: randomUUID(),
      now: formatTime(clock.now()),
      random,
      generation: definition.declaration.generation === true,
    });
    const hasOwnStatus = definition.subresources.has('status') && !definition.declaration.keepsStatusOnCreate;
    const resetsStatus = hasOwnStatus && request.keepsStatus !== true;
    const enabled = this.gate.withoutDisabled(resetsStatus ? withoutStatus(taken) : taken);
    const object = withMetadata(enabled, metadata);
    return definition.strategy.prepareForCreate?.(object, this.gate.context(request)) ?? object;
  }

  private writeSubresource(
    request: WriteRequest,
    name: string,
    subresource: string,
    bodyFrom: Patch,
  ): Promise<WriteResult> {
    const { definition } = this.parts;
    const view = viewOf(definition, subresource);
    if (view) {
      return this.changeAdmitted(request, name, async (tried, old) => {
        const object = await this.admitView(tried, request, { subresource, view }, bodyFrom(view.show(old)), old);
        return this.ownership.updated(request, subresource, object, old);
      });
    }
    return this.change(request, name, subresource, (old) =>
      this.subresourceUpdate(request, subresource, takeIn(definition, bodyFrom(old), request), old),
    );
  }

  private change(request: WriteRequest, name: string, subresource: string, compute: Compute): Promise<WriteResult> {
    return this.changeAdmitted(request, name, async (tried, old) => {
      const computed = compute(old);
      const whole = computed instanceof Promise ? await computed : computed;
      const object = await this.gate.admitUpdate(tried, subresource, whole, old);
      return this.ownership.updated(request, subresource, object, old);
    });
  }

  /** @param admit gives the object to store; all that may refuse it has been asked by then. */
  private changeAdmitted(
    request: WriteRequest,
    name: string,
    admit: (tried: WriteAttempt, old: ApiObject) => Promise<ApiObject>,
  ): Promise<WriteResult> {
    const { actor, form } = this.parts;
    const key = objectKey(request.namespace, name);
    return actor.mailbox.run(key, async () => {
      for (let count = 1; ; count++) {
        const current = this.existing(key, name);
        const old = form.read(current);
        try {
          return await attempt(request, async (tried) => {
            const object = await admit(tried, old);
            if (request.dryRun) return { bytes: plainBytes(object), created: false };
            return this.committer.update(key, name, current, object);
          });
        } catch (error) {
          await this.committer.retryOrThrow(error, name, count);
        }
      }
    });
  }

  private mainUpdate(request: WriteRequest, sent: ApiObject, old: ApiObject): ApiObject {
    const { definition } = this.parts;
    let object = this.withStandingMetadata(request, this.gate.withoutDisabled(sent, old), old);
    if (definition.subresources.has('status')) object = withStatusOf(object, old);
    object = definition.strategy.prepareForUpdate?.(object, old, this.gate.context(request)) ?? object;
    object = fillDefaults(definition, object);
    return definition.declaration.generation ? this.withGeneration(object, old) : object;
  }

  /** What defaults filled in may stand at another place than in what is stored: only the canonical forms tell what changed. */
  private withGeneration(object: ApiObject, old: ApiObject): ApiObject {
    const { form } = this.parts;
    const specText = (of: ApiObject) => JSON.stringify(of['spec']);
    if (specText(object) === specText(old)) return object;
    if (specText(form.canonical(object)) === specText(form.canonical(old))) return object;
    return withMetadata(object, { ...object.metadata, generation: (old.metadata.generation ?? 0) + 1 });
  }

  private subresourceUpdate(request: WriteRequest, subresource: string, sent: ApiObject, old: ApiObject): ApiObject {
    const strategy = this.subresource(subresource);
    const enabled = this.withStandingMetadata(request, this.gate.withoutDisabled(sent, old), old);
    return strategy.prepareForUpdate(enabled, old, this.gate.context(request));
  }

  /** The object to store from a view that was written. */
  private admitView(
    tried: WriteAttempt,
    request: WriteRequest,
    { subresource, view }: { readonly subresource: string; readonly view: CompiledView },
    body: DecodedBody,
    old: ApiObject,
  ): Promise<ApiObject> {
    const sent = takeIn(view.definition, body, request);
    return this.gate.admitView(tried, { subresource, view, shown: view.show(old), old }, sent, (admitted) =>
      this.viewUpdate(request, subresource, admitted, old),
    );
  }

  /** A view brings no metadata of the object, but may name the object and the version it was read from. */
  private viewUpdate(request: WriteRequest, subresource: string, sent: ApiObject, old: ApiObject): ApiObject {
    const { definition } = this.parts;
    metadataForUpdate(sent.metadata, old.metadata, request.namespace, refOf(this.parts, old.metadata.name!));
    const object = this.subresource(subresource).prepareForUpdate(sent, old, this.gate.context(request));
    return definition.declaration.generation ? this.withGeneration(object, old) : object;
  }

  private withStandingMetadata(request: WriteRequest, sent: ApiObject, old: ApiObject): ApiObject {
    const ref = refOf(this.parts, old.metadata.name!);
    const metadata = metadataForUpdate(sent.metadata, old.metadata, request.namespace, ref);
    this.requireResourceVersion(sent);
    return withMetadata(sent, metadata);
  }

  /** Kinds that demand the version an update was made from refuse a body without (C-251). */
  private requireResourceVersion(sent: ApiObject): void {
    if (this.parts.definition.declaration.unconditionalUpdate !== false) return;
    if (parseResourceVersion(sent.metadata.resourceVersion)) return;
    this.gate.refuse(sent, [fieldError.invalid(RESOURCE_VERSION, '', 'must be specified for an update')]);
  }

  private subresource(name: string): SubresourceStrategy {
    const strategy = this.parts.definition.subresources.get(name);
    if (!strategy) throw ApiError.noSuchResource();
    return strategy;
  }

  private existing(key: string, name: string): Entry {
    const entry = this.parts.actor.get(key);
    if (!entry) throw ApiError.notFound(refOf(this.parts, name));
    return entry;
  }
}

function withoutStatus(object: ApiObject): ApiObject {
  const { status: _status, ...rest } = object;
  return rest as ApiObject;
}

function withStatusOf(object: ApiObject, old: ApiObject): ApiObject {
  return old['status'] === undefined ? withoutStatus(object) : { ...object, status: old['status'] };
}

/** A create by PUT or apply is no create of the store: its resourceVersion is not looked at. */
const withoutResourceVersion = (object: ApiObject): ApiObject =>
  object.metadata.resourceVersion === undefined
    ? object
    : withMetadata(object, { ...object.metadata, resourceVersion: undefined });

/** What a dry run answers, in the order in which it would have been stored. */
const plainBytes = ({ kind, apiVersion, metadata, ...rest }: ApiObject): Buffer =>
  Buffer.from(JSON.stringify({ kind, apiVersion, metadata, ...rest }), 'utf8');
