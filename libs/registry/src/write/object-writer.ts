import { randomUUID } from 'node:crypto';
import type { ResourceDefinition, StrategyContext, SubresourceStrategy } from '@orch/api';
import {
  ApiError,
  FieldPath,
  fieldError,
  formatTime,
  sameContent,
  validateObjectMeta,
  validateObjectMetaUpdate,
  type ApiObject,
  type Clock,
  type DecodedBody,
  type FieldError,
  type Random,
  type ResourceRef,
} from '@orch/apimachinery';
import { StorageError, type Storage, type Stored } from '@orch/storage';
import type { ResourceActor } from '../actor/resource-actor.js';
import type { Admission, AdmissionOperation } from '../admission/admission.js';
import type { Entry } from '../cache/entry.js';
import { toApiError } from '../errors/storage-errors.js';
import { objectKey } from '../store/storage-keys.js';
import type { DeleteRequest } from './delete-request.js';
import { planDelete } from './delete-plan.js';
import { canonical } from './canonical.js';
import { fillDefaults, takeIn } from './intake.js';
import { metadataForCreate, metadataForUpdate, withMetadata } from './object-metadata.js';
import type { Patch, WriteRequest, WriteResult } from './write-request.js';
import type { StoredForm } from './stored-form.js';

/** What a writer is made of. */
export interface WriterParts {
  readonly definition: ResourceDefinition;
  readonly form: StoredForm;
  readonly actor: ResourceActor;
  readonly storage: Storage;
  readonly admission: Admission;
  readonly clock: Clock;
  readonly random: Random;
}

/** How often a write that carries no resourceVersion is tried again when another replica was first. */
const MAX_ATTEMPTS = 5;
/** How long a write waits for the change that beat it, before it looks again. */
const CATCH_UP_MS = 1_000;
const METADATA = FieldPath.of('metadata');

/**
 * What an update computes from the state that stands. It runs again when another replica was first; one that asked for a
 * resourceVersion then finds another and answers Conflict by itself.
 */
interface UpdateTurn {
  readonly name: string;
  readonly subresource: string;
  readonly compute: (old: ApiObject) => ApiObject;
}

/**
 * The one write path of a served kind (design section 5): POST, PUT, every PATCH and sub-resources all pass here, and
 * nothing reaches the store unadmitted. Object in, committed bytes out.
 */
export class ObjectWriter {
  constructor(private readonly parts: WriterParts) {}

  /** Decodes a body of a kind that is never stored. @throws ApiError BadRequest. */
  read(request: WriteRequest, body: DecodedBody): ApiObject {
    return takeIn(this.parts.definition, body, request);
  }

  /**
   * @param nameOnUrl the name a create by PUT was sent to.
   * @throws ApiError AlreadyExists, Invalid, BadRequest, and what admission throws.
   */
  async create(request: WriteRequest, body: DecodedBody, nameOnUrl?: string): Promise<WriteResult> {
    const { definition, clock, random } = this.parts;
    const context = this.context(request);
    const taken = takeIn(definition, body, request);
    let object = taken;
    if (nameOnUrl !== undefined && object.metadata.name !== undefined && object.metadata.name !== nameOnUrl) {
      throw ApiError.badRequest(
        `the name of the object (${object.metadata.name}) does not match the name on the URL (${nameOnUrl})`,
      );
    }
    const sent = nameOnUrl === undefined ? object.metadata : { ...object.metadata, name: nameOnUrl };
    object = withMetadata(
      object,
      metadataForCreate(sent, {
        namespace: request.namespace,
        uid: randomUUID(),
        now: formatTime(clock.now()),
        random,
        generation: definition.declaration.generation === true,
      }),
    );
    if (definition.subresources.has('status') && !definition.declaration.keepsStatusOnCreate)
      object = withoutStatus(object);
    if (definition.strategy.prepareForCreate) object = definition.strategy.prepareForCreate(object, context);
    if (object.metadata.name) object = await this.mutate('CREATE', '', object, undefined, request);
    this.refuse(object, [
      ...validateObjectMeta(object.metadata, this.metadataRules()),
      ...(definition.strategy.validateCreate?.(object, context) ?? []),
    ]);
    this.warn(object, context, request);
    await this.validate('CREATE', '', object, undefined, request);
    object = canonical(definition, object, definition.declaration.defaults ? undefined : taken);
    const name = object.metadata.name!;
    const key = objectKey(request.namespace, name);
    if (request.dryRun) {
      if (this.parts.actor.get(key)) throw ApiError.alreadyExists(this.ref(name));
      return { bytes: plainBytes(object), created: true };
    }
    const stored = await this.store(name, key, object, (storageKey, value) =>
      this.parts.storage.create(storageKey, value),
    );
    return { bytes: this.parts.form.show(stored.value), created: true };
  }

  /** PUT: creates where nothing stands and the body asks for no particular state (A-029, design section 10). */
  async update(request: WriteRequest, name: string, body: DecodedBody): Promise<WriteResult> {
    const { definition, actor } = this.parts;
    const key = objectKey(request.namespace, name);
    if (!actor.get(key) && definition.declaration.createOnUpdate !== false && !asksForState(body)) {
      return this.create(request, body, name);
    }
    return this.change(request, {
      name,
      subresource: '',
      compute: (old) => this.mainUpdate(request, takeIn(definition, body, request), old),
    });
  }

  async patch(request: WriteRequest, name: string, patch: Patch): Promise<WriteResult> {
    const { definition } = this.parts;
    return this.change(request, {
      name,
      subresource: '',
      compute: (old) => this.mainUpdate(request, takeIn(definition, patch(old), request), old),
    });
  }

  async updateSubresource(
    request: WriteRequest,
    name: string,
    subresource: string,
    body: DecodedBody,
  ): Promise<WriteResult> {
    const { definition } = this.parts;
    return this.change(request, {
      name,
      subresource,
      compute: (old) => this.subresourceUpdate(request, subresource, takeIn(definition, body, request), old),
    });
  }

  async patchSubresource(request: WriteRequest, name: string, subresource: string, patch: Patch): Promise<WriteResult> {
    const { definition } = this.parts;
    return this.change(request, {
      name,
      subresource,
      compute: (old) => this.subresourceUpdate(request, subresource, takeIn(definition, patch(old), request), old),
    });
  }

  /** A change the server itself makes to an object, through the same path. `compute` gives the whole new object. */
  async changeWhole(
    request: WriteRequest,
    name: string,
    subresource: string,
    compute: (old: ApiObject) => ApiObject,
  ): Promise<WriteResult> {
    return this.change(request, { name, subresource, compute });
  }

  /**
   * Deletes in two phases (A-107..A-111): while finalizers stand the object only becomes terminating.
   * @returns the last state, and whether it is gone.
   */
  async delete(
    request: WriteRequest,
    name: string,
    options: DeleteRequest,
  ): Promise<{ bytes: Buffer; object: ApiObject; gone: boolean }> {
    const key = objectKey(request.namespace, name);
    return this.parts.actor.mailbox.run(key, async () => {
      for (let attempt = 1; ; attempt++) {
        const current = this.existing(key, name);
        const old = this.parts.form.read(current);
        const plan = planDelete(this.parts.definition, old, options, this.context(request), this.ref(name));
        await this.validate('DELETE', '', undefined, old, request);
        if (plan.step === 'none') return { bytes: this.parts.form.show(current.bytes), object: old, gone: false };
        if (request.dryRun)
          return { bytes: plainBytes(plan.object), object: plan.object, gone: plan.step === 'remove' };
        try {
          const stored = await this.commitDelete(plan.step, key, name, current, plan.object);
          return { bytes: this.parts.form.show(stored.value), object: plan.object, gone: plan.step === 'remove' };
        } catch (error) {
          await this.retryOrThrow(error, name, attempt);
        }
      }
    });
  }

  private commitDelete(
    step: 'mark' | 'remove',
    key: string,
    name: string,
    current: Entry,
    object: ApiObject,
  ): Promise<Stored> {
    const { storage } = this.parts;
    return this.store(name, key, object, (storageKey, value) =>
      step === 'remove'
        ? storage.delete(storageKey, current.revision, value)
        : storage.replace(storageKey, current.revision, value),
    );
  }

  private change(request: WriteRequest, turn: UpdateTurn): Promise<WriteResult> {
    const key = objectKey(request.namespace, turn.name);
    return this.parts.actor.mailbox.run(key, async () => {
      for (let attempt = 1; ; attempt++) {
        const current = this.existing(key, turn.name);
        const old = this.parts.form.read(current);
        const object = await this.admitUpdate(request, turn.subresource, turn.compute(old), old);
        if (request.dryRun) return { bytes: plainBytes(object), created: false };
        try {
          return await this.commitUpdate(key, turn.name, current, object);
        } catch (error) {
          await this.retryOrThrow(error, turn.name, attempt);
        }
      }
    });
  }

  private async commitUpdate(key: string, name: string, current: Entry, object: ApiObject): Promise<WriteResult> {
    const { storage, form, definition } = this.parts;
    if (isRemovable(definition, object)) {
      const stored = await this.store(name, key, object, (storageKey, value) =>
        storage.delete(storageKey, current.revision, value),
      );
      return { bytes: form.show(stored.value), created: false };
    }
    const value = form.encode(object);
    // A write that changes nothing makes no revision (C-042).
    if (sameContent(value, { bytes: current.bytes, revisionAt: value.revisionAt }))
      return { bytes: form.show(current.bytes), created: false };
    const stored = await this.store(
      name,
      key,
      object,
      (storageKey) => storage.replace(storageKey, current.revision, value),
      value,
    );
    return { bytes: form.show(stored.value), created: false };
  }

  private mainUpdate(request: WriteRequest, sent: ApiObject, old: ApiObject): ApiObject {
    const { definition } = this.parts;
    this.checkGuard(sent);
    let object = withMetadata(
      sent,
      metadataForUpdate(sent.metadata, old.metadata, request.namespace, this.ref(old.metadata.name!)),
    );
    if (definition.subresources.has('status')) object = withStatusOf(object, old);
    object = definition.strategy.prepareForUpdate?.(object, old, this.context(request)) ?? object;
    object = fillDefaults(definition, object);
    return definition.declaration.generation ? withGeneration(object, old) : object;
  }

  private subresourceUpdate(request: WriteRequest, subresource: string, sent: ApiObject, old: ApiObject): ApiObject {
    const strategy = this.subresource(subresource);
    this.checkGuard(sent);
    const metadata = metadataForUpdate(sent.metadata, old.metadata, request.namespace, this.ref(old.metadata.name!));
    return strategy.prepareForUpdate(withMetadata(sent, metadata), old, this.context(request));
  }

  /** Kinds that demand the version an update was made from refuse a body without (C-251). */
  private checkGuard(sent: ApiObject): void {
    if (sent.metadata.resourceVersion || this.parts.definition.declaration.unconditionalUpdate !== false) return;
    this.refuse(sent, [fieldError.invalid(METADATA.child('resourceVersion'), '', 'must be specified for an update')]);
  }

  private async admitUpdate(
    request: WriteRequest,
    subresource: string,
    computed: ApiObject,
    old: ApiObject,
  ): Promise<ApiObject> {
    const { definition } = this.parts;
    const context = this.context(request);
    const object = await this.mutate('UPDATE', subresource, computed, old, request);
    const strategy = subresource === '' ? definition.strategy : definition.subresources.get(subresource);
    this.refuse(object, [
      ...validateObjectMeta(object.metadata, this.metadataRules()),
      ...validateObjectMetaUpdate(object.metadata, old.metadata, METADATA),
      ...(strategy?.validateUpdate?.(object, old, context) ?? []),
    ]);
    this.warn(object, context, request);
    await this.validate('UPDATE', subresource, object, old, request);
    return canonical(definition, object);
  }

  private subresource(name: string): SubresourceStrategy {
    const strategy = this.parts.definition.subresources.get(name);
    if (!strategy) throw ApiError.noSuchResource();
    return strategy;
  }

  private mutate(
    operation: AdmissionOperation,
    subresource: string,
    object: ApiObject,
    oldObject: ApiObject | undefined,
    request: WriteRequest,
  ): ApiObject | Promise<ApiObject> {
    return this.parts.admission.mutate(this.attributes(operation, subresource, object, oldObject, request));
  }

  private validate(
    operation: AdmissionOperation,
    subresource: string,
    object: ApiObject | undefined,
    oldObject: ApiObject | undefined,
    request: WriteRequest,
  ): void | Promise<void> {
    return this.parts.admission.validate(this.attributes(operation, subresource, object, oldObject, request));
  }

  private attributes(
    operation: AdmissionOperation,
    subresource: string,
    object: ApiObject | undefined,
    oldObject: ApiObject | undefined,
    request: WriteRequest,
  ) {
    return {
      operation,
      definition: this.parts.definition,
      subresource,
      namespace: request.namespace,
      name: (object ?? oldObject)?.metadata.name ?? '',
      object,
      oldObject,
      user: request.user,
      dryRun: request.dryRun,
      warn: request.warn,
    };
  }

  private async store(
    name: string,
    key: string,
    object: ApiObject,
    write: (storageKey: string, value: { bytes: Buffer; revisionAt: number }) => Promise<Stored>,
    encoded?: { bytes: Buffer; revisionAt: number },
  ): Promise<Stored> {
    const { form, actor } = this.parts;
    const value = encoded ?? form.encode(object);
    actor.expect(key, value, form.toStored(object));
    try {
      return await write(actor.prefix + key, value);
    } catch (error) {
      actor.unexpect(key);
      if (error instanceof StorageError && error.code !== 'Conflict') throw toApiError(error, this.ref(name));
      throw error;
    }
  }

  private async retryOrThrow(error: unknown, name: string, attempt: number): Promise<void> {
    if (!(error instanceof StorageError)) throw error;
    if (attempt >= MAX_ATTEMPTS) throw toApiError(error, this.ref(name));
    if (error.revision !== undefined) await this.parts.actor.waitFor(error.revision, CATCH_UP_MS);
  }

  private existing(key: string, name: string): Entry {
    const entry = this.parts.actor.get(key);
    if (!entry) throw ApiError.notFound(this.ref(name));
    return entry;
  }

  private refuse(object: ApiObject, errors: readonly FieldError[]): void {
    if (errors.length === 0) return;
    const { group, kind } = this.parts.definition.gvk;
    throw ApiError.invalid({ group, kind, name: object.metadata.name ?? object.metadata.generateName ?? '' }, errors);
  }

  private warn(object: ApiObject, context: StrategyContext, request: WriteRequest): void {
    for (const text of this.parts.definition.strategy.warnings?.(object, context) ?? []) request.warn(text);
  }

  private context(request: WriteRequest): StrategyContext {
    const { definition, clock } = this.parts;
    return { vocabulary: definition.vocabulary, user: request.user, now: formatTime(clock.now()) };
  }

  private metadataRules() {
    const { nameRule, namespaced } = this.parts.definition.declaration;
    return { nameRule, namespaced, path: METADATA };
  }

  private ref(name: string): ResourceRef {
    const { group, resource } = this.parts.definition.gvr;
    return { group, resource, name };
  }
}

/** Nothing holds a terminating object any more (A-110, C-161). */
function isRemovable(definition: ResourceDefinition, object: ApiObject): boolean {
  const { deletionTimestamp, finalizers, deletionGracePeriodSeconds } = object.metadata;
  if (deletionTimestamp === undefined || (finalizers && finalizers.length > 0) || deletionGracePeriodSeconds)
    return false;
  return !definition.declaration.removalBlocked?.(object);
}

function withoutStatus(object: ApiObject): ApiObject {
  const { status: _status, ...rest } = object;
  return rest as ApiObject;
}

function withStatusOf(object: ApiObject, old: ApiObject): ApiObject {
  return old['status'] === undefined ? withoutStatus(object) : { ...object, status: old['status'] };
}

function withGeneration(object: ApiObject, old: ApiObject): ApiObject {
  if (JSON.stringify(object['spec']) === JSON.stringify(old['spec'])) return object;
  return withMetadata(object, { ...object.metadata, generation: (old.metadata.generation ?? 0) + 1 });
}

/** A PUT with a uid or a resourceVersion is meant for an object that was there. */
function asksForState(body: DecodedBody): boolean {
  const metadata = (body.value as { metadata?: { uid?: unknown; resourceVersion?: unknown } } | null)?.metadata;
  return Boolean(metadata?.uid) || Boolean(metadata?.resourceVersion);
}

const plainBytes = (object: ApiObject): Buffer => Buffer.from(JSON.stringify(object), 'utf8');
