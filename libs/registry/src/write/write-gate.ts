import { fieldDropper, type CompiledView, type FieldDropper, type StrategyContext } from '@orch/api';
import {
  ApiError,
  FieldPath,
  formatTime,
  validateObjectMeta,
  validateObjectMetaUpdate,
  type ApiObject,
  type FieldError,
} from '@orch/apimachinery';
import type { AdmissionOperation } from '../admission/admission.js';
import { andThen } from './at-hand.js';
import type { WriteAttempt } from './write-attempt.js';
import type { WriteRequest } from './write-request.js';
import type { WriterParts } from './writer-parts.js';

const METADATA = FieldPath.of('metadata');

const noAnnotation = (): void => undefined;

/** Where a view was written. */
interface ViewWrite {
  readonly subresource: string;
  readonly view: CompiledView;
  /** The view of what stands. */
  readonly shown: ApiObject;
  readonly old: ApiObject;
}

/**
 * What every object passes before it is stored: mutating admission, validation of metadata and kind, validating admission
 * (design section 5). Throws ApiError Invalid with all field errors, and what admission throws.
 */
export class WriteGate {
  /** Made by the first write; null for a kind of which no field is off. */
  private dropper: FieldDropper | null | undefined;

  constructor(private readonly parts: WriterParts) {}

  /** The object without the fields of features that are off, but for those that the standing one has. */
  withoutDisabled(object: ApiObject, old?: ApiObject): ApiObject {
    const { definition, features } = this.parts;
    if (this.dropper === undefined) this.dropper = fieldDropper(definition.declaration.type, features) ?? null;
    return this.dropper === null ? object : (this.dropper(object, old) as ApiObject);
  }

  /** @param taken the object as it was decoded. Returns what to store, in canonical form. */
  admitCreate(request: WriteAttempt, prepared: ApiObject, taken: ApiObject): ApiObject | Promise<ApiObject> {
    const mutated = prepared.metadata.name ? this.mutate('CREATE', '', prepared, undefined, request) : prepared;
    return andThen(mutated, (object) => this.validateCreate(request, object, taken));
  }

  async admitUpdate(
    request: WriteAttempt,
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
    return this.parts.form.canonical(object);
  }

  /**
   * A write through a sub-resource that speaks a kind of its own: admission sees what was sent, the kind's own rules see the
   * object that comes out of it.
   * @param apply makes that object from what mutating admission left.
   */
  async admitView(
    request: WriteAttempt,
    { subresource, view, shown, old }: ViewWrite,
    sent: ApiObject,
    apply: (admitted: ApiObject) => ApiObject,
  ): Promise<ApiObject> {
    const { definition } = this.parts;
    const named = withName(sent, old);
    const admitted = await this.mutate('UPDATE', subresource, named, shown, request);
    const errors = view.rules.validate?.(admitted) ?? [];
    if (errors.length > 0) {
      const { group, kind } = view.definition.gvk;
      throw ApiError.invalid({ group, kind, name: old.metadata.name ?? '' }, errors);
    }
    const object = apply(admitted);
    this.refuse(object, definition.strategy.validateUpdate?.(object, old, this.context(request)) ?? []);
    await this.validate('UPDATE', subresource, admitted, shown, request);
    return this.parts.form.canonical(object);
  }

  admitDelete(request: WriteAttempt, old: ApiObject): void | Promise<void> {
    return this.validate('DELETE', '', undefined, old, request);
  }

  /** What strategies may know of this request. */
  context(request: WriteRequest): StrategyContext {
    const { definition, clock, features } = this.parts;
    return { vocabulary: definition.vocabulary, user: request.user, now: formatTime(clock.now()), features };
  }

  /** @throws ApiError Invalid when there are errors. */
  refuse(object: ApiObject, errors: readonly FieldError[]): void {
    if (errors.length === 0) return;
    const { group, kind } = this.parts.definition.gvk;
    throw ApiError.invalid({ group, kind, name: object.metadata.name ?? object.metadata.generateName ?? '' }, errors);
  }

  private validateCreate(request: WriteAttempt, object: ApiObject, taken: ApiObject): ApiObject | Promise<ApiObject> {
    const { definition, form } = this.parts;
    const context = this.context(request);
    this.refuse(object, [
      ...validateObjectMeta(object.metadata, this.metadataRules()),
      ...(definition.strategy.validateCreate?.(object, context) ?? []),
    ]);
    this.warn(object, context, request);
    return andThen(this.validate('CREATE', '', object, undefined, request), () =>
      form.canonical(object, definition.declaration.defaults ? undefined : taken),
    );
  }

  private mutate(
    operation: AdmissionOperation,
    subresource: string,
    object: ApiObject,
    oldObject: ApiObject | undefined,
    request: WriteAttempt,
  ): ApiObject | Promise<ApiObject> {
    return this.parts.admission.mutate(this.attributes(operation, subresource, object, oldObject, request));
  }

  private validate(
    operation: AdmissionOperation,
    subresource: string,
    object: ApiObject | undefined,
    oldObject: ApiObject | undefined,
    request: WriteAttempt,
  ): void | Promise<void> {
    return this.parts.admission.validate(this.attributes(operation, subresource, object, oldObject, request));
  }

  private attributes(
    operation: AdmissionOperation,
    subresource: string,
    object: ApiObject | undefined,
    oldObject: ApiObject | undefined,
    request: WriteAttempt,
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
      annotate: request.annotate ?? noAnnotation,
      onFailure: request.onFailure,
    };
  }

  private warn(object: ApiObject, context: StrategyContext, request: WriteAttempt): void {
    for (const text of this.parts.definition.strategy.warnings?.(object, context) ?? []) request.warn(text);
  }

  private metadataRules() {
    const { nameRule, namespaced } = this.parts.definition.declaration;
    return { nameRule, namespaced, path: METADATA };
  }
}

/** Clients may leave out the name that stands on the URL; admission needs it. */
const withName = (sent: ApiObject, { metadata: { name } }: ApiObject): ApiObject =>
  sent.metadata.name === undefined ? { ...sent, metadata: { ...sent.metadata, name } } : sent;
