import { ApiError, type ApiObject, type LabelSelector, type LabelSelectorObject } from '@orch/apimachinery';
import type { Entry, Registry, ResourceStore } from '@orch/registry';
import { parsedSelector } from '../matching/request-selectors.js';
import type { StepWork } from '../matching/step-work.js';
import { storesOfKind } from '../matching/stores-of-kind.js';
import type { ParamKind, ParamRef } from './policy-objects.js';

/** A policy or a binding cannot be applied as it is configured. */
export class ConfigurationError extends Error {}

/** A parameter object of a policy. It may be large: it is decoded when it is used, so that a request can let others run between two of them. */
export class Param {
  constructor(
    private readonly store: ResourceStore,
    private readonly entry: Entry,
  ) {}

  /** Differs between the objects of a kind. */
  get key(): string {
    return this.entry.key;
  }

  /** Decodes the object, in steps where it is large. @throws ConfigurationError when it is stored in a version that only a webhook can convert. */
  *read(): Generator<undefined, ApiObject> {
    try {
      return yield* this.store.objectInSteps(this.entry);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { apiVersion, gvk } = this.store.definition;
      const kind = `\`${apiVersion}, Kind=${gvk.kind}\``;
      throw new ConfigurationError(
        `a param is not stored as paramKind ${kind}, and webhooks do not convert params: use the version that is stored`,
        { cause: error },
      );
    }
  }
}

/** Bytes of an object that are parsed in the time of one comparison. */
const PARSED_PER_WORK = 5;

/** Comparisons of words in the time of finding an object and its labels. */
const WORK_PER_OBJECT = 5;

/** Without parameters a policy is evaluated once. */
const NONE: readonly (Param | undefined)[] = [undefined];

/** Finds the parameter objects of policies. Kinds of parameters are looked up once, until they are served in another way. */
export class ParamObjects {
  private readonly known = new Map<string, ResourceStore>();
  /** Of the bindings: parsed once. */
  private readonly selectors = new WeakMap<LabelSelectorObject, LabelSelector>();

  constructor(private readonly registry: Pick<Registry, 'resources' | 'resource' | 'entriesOf'>) {}

  /**
   * The parameter objects of a binding for a request: the policy is evaluated once with each. Empty: it does not apply.
   * @param namespace of the request.
   * @param work of the request.
   * @throws ConfigurationError.
   */
  *of(
    kind: ParamKind | undefined,
    ref: ParamRef | undefined,
    namespace: string,
    work: StepWork,
  ): Generator<undefined, readonly (Param | undefined)[]> {
    if (!kind || !ref) return NONE;
    const store = this.storeOf(kind);
    if (!store) throw new ConfigurationError(`paramKind kind \`${kind.apiVersion}, Kind=${kind.kind}\` not known`);
    const found = yield* this.find(store, ref, namespaceOf(store, ref, namespace), work);
    if (found.length === 0 && ref.parameterNotFoundAction === 'Deny')
      throw new ConfigurationError('no params found for policy binding with `Deny` parameterNotFoundAction');
    return found;
  }

  /** Why parameters of a kind cannot be found at all; undefined: they can. */
  problem(kind: ParamKind | undefined): string | undefined {
    if (!kind || this.storeOf(kind)) return undefined;
    return `failed to find resource referenced by paramKind: '${kind.apiVersion ?? ''}, Kind=${kind.kind ?? ''}'`;
  }

  private storeOf({ apiVersion = '', kind = '' }: ParamKind): ResourceStore | undefined {
    const key = `${apiVersion} ${kind}`;
    const known = this.known.get(key);
    if (known && this.isServed(known)) return known;
    this.known.delete(key);
    const [store] = storesOfKind(this.registry, apiVersion, kind);
    if (store) this.known.set(key, store);
    return store;
  }

  private isServed(store: ResourceStore): boolean {
    const { group, version, resource } = store.definition.gvr;
    return this.registry.resource(group, version, resource) === store;
  }

  private *find(
    store: ResourceStore,
    { name, selector }: ParamRef,
    namespace: string,
    work: StepWork,
  ): Generator<undefined, readonly Param[]> {
    if (name && selector) throw new ConfigurationError('paramRef.name and paramRef.selector are mutually exclusive');
    if (name) {
      const entry = store.get(namespace, name);
      return entry ? [new Param(store, entry)] : [];
    }
    if (!selector) throw new ConfigurationError('one of name or selector must be provided');
    let wanted = this.selectors.get(selector);
    if (!wanted) this.selectors.set(selector, (wanted = yield* parsedSelector(selector)));
    const found: Param[] = [];
    for (const entry of this.registry.entriesOf(store.definition.gvr, namespace === '' ? undefined : namespace)) {
      // The first selector that reads an object parses it.
      if (work.add(WORK_PER_OBJECT + wanted.requirements.length + (entry.isRead ? 0 : entry.length / PARSED_PER_WORK)))
        yield;
      if (wanted.matches(entry.selectorFacts.labels ?? {})) found.push(new Param(store, entry));
    }
    return found;
  }
}

function namespaceOf({ definition }: ResourceStore, ref: ParamRef, namespace: string): string {
  if (!definition.declaration.namespaced) {
    if (ref.namespace)
      throw new ConfigurationError('paramRef.namespace must not be provided for a cluster-scoped `paramKind`');
    return '';
  }
  if (ref.namespace) return ref.namespace;
  if (namespace === '')
    throw new ConfigurationError(
      'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
    );
  return namespace;
}
