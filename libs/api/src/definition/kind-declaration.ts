import type { ApiObject, NameRule } from '@orch/apimachinery';
import type { GroupName, Vocabulary } from '@orch/vocabulary';
import type { SpokenKind } from './spoken-kind.js';
import type { Strategy, SubresourceStrategy } from './strategy.js';
import type { StructClass } from './field-type.js';

/** One column of the Table representation (C-064). `value` gets the plain object. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly format?: string;
  readonly description?: string;
  /** 0 is the default view; 1 and more is wide. */
  readonly priority?: number;
  readonly value: (object: ApiObject, nowMs: number) => string | number | boolean | null;
}

/** How one kind that shares storage with another is read and written. Both functions lose nothing and are pure. */
export interface StorageConversion {
  /** Kind that is stored, e.g. group `core`, version `v1`, kind `Event`. */
  readonly storedAs: { readonly group: GroupName; readonly version: string; readonly kind: string };
  /** From the served form to the stored form; `apiVersion` and `kind` are set by the caller. */
  readonly toStored: (object: ApiObject) => ApiObject;
  readonly fromStored: (object: ApiObject) => ApiObject;
}

/**
 * When a version is deprecated and when it goes, as minor numbers of releases 1.x. It never says when a version came: a
 * server does not take away what is newer than the release it emulates (decision 017).
 */
export interface VersionLifecycle {
  /** From this release on every use is answered with a Warning (D-237). */
  readonly deprecated?: number;
  /** First release that does not serve it (B-402). */
  readonly removed?: number;
  /** A beta of a release in which new betas are off: served only when asked for (D-231). Alpha versions always are such. */
  readonly optIn?: boolean;
  /** Named in the Warning. Never less stable than the version itself (B-377). */
  readonly replacement?: { readonly group: GroupName; readonly version: string; readonly kind: string };
}

/** A way through the server to what an object stands for, as discovery shows it. */
export interface Connection {
  /** Kind of its options, e.g. `PodExecOptions`. */
  readonly kind: string;
  readonly verbs: readonly string[];
  /** Where it leads: to an address the object has, or (default) to the agent of its node. */
  readonly to?: 'address';
}

/**
 * All that makes a kind, in one file; the line in `kinds.ts` serves it: routes, discovery, OpenAPI, storage and clients
 * follow from here. Group names are those of the vocabulary's table, so one declaration serves both vocabularies.
 */
export interface KindDeclaration {
  readonly type: StructClass;
  readonly group: GroupName;
  readonly version: string;
  readonly kind: string;
  /** Plural in the URL. */
  readonly resource: string;
  readonly singular: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly namespaced: boolean;
  readonly nameRule: NameRule;
  /** Has desired state: `metadata.generation` grows with every change of `spec` (C-134). */
  readonly generation?: boolean;
  /** What DELETE answers when the object is gone (A-557..A-565). */
  readonly deleteAnswers: 'status' | 'object';
  /**
   * What becomes of an object's dependents when a delete does not say (C-226); `None`: the kind owns nothing, and a delete that
   * says it is not heeded. Default: `Background`.
   */
  readonly defaultPropagation?: 'Background' | 'Orphan' | 'None';
  /** Text of the Warning on a delete that leaves it to `defaultPropagation`, where that is not what most expect. */
  readonly defaultPropagationWarning?: string;
  /** PUT of an absent object creates it, for kinds whose writers have no earlier read (A-029 with C-021, decision 053). Default false. */
  readonly allowsCreateOnUpdate?: boolean;
  /** PUT without resourceVersion overwrites (C-251). Default true. */
  readonly unconditionalUpdate?: boolean;
  /** Whole-collection delete is served (C-250). Default true. */
  readonly deleteCollection?: boolean;
  /** Verbs served on the main resource, where they are not all (virtual kinds: `['create']`). */
  readonly verbs?: readonly string[];
  /** Fields clients may select by, beside `metadata.name` and `metadata.namespace` (C-284, C-285). */
  readonly selectableFields?: Readonly<Record<string, (object: ApiObject) => string>>;
  /** Fields by which watchers are indexed, a subset of `selectableFields` (a pod's node). */
  readonly indexedFields?: readonly string[];
  readonly columns?: readonly PrinterColumn[];
  readonly strategy?: (vocabulary: Vocabulary) => Strategy;
  readonly subresources?: Readonly<Record<string, (vocabulary: Vocabulary) => SubresourceStrategy>>;
  /**
   * Sub-resources that only take a POST, of a kind of their own, and keep nothing themselves: a pod's `binding`.
   * What they do is the server's (`resource/virtual` there).
   */
  readonly actions?: Readonly<Record<string, SpokenKind>>;
  /** Sub-resources that lead out of the server: a pod's `log` and `exec` to the agent of its node (C-233), a `proxy` to its address (C-022). */
  readonly connections?: Readonly<Record<string, Connection>>;
  /** Defaults that a schema cannot say (they depend on other fields). After the schema's defaults. Pure. */
  readonly defaults?: (object: ApiObject, vocabulary: Vocabulary) => ApiObject;
  /** A function where the two forms differ by names of the vocabulary. */
  readonly conversion?: StorageConversion | ((vocabulary: Vocabulary) => StorageConversion);
  /** The declaration in one vocabulary, where columns and rules differ too, since they go through such a conversion. */
  readonly inVocabulary?: (vocabulary: Vocabulary) => KindDeclaration;
  /** Absent: served by every release, without a Warning. */
  readonly lifecycle?: VersionLifecycle;
  /**
   * How long a deleted object is given to end before it goes, in seconds; 0 removes it at once. `asked` is what the
   * delete says, where it says anything. Absent: always 0. Source: C-229.
   */
  readonly graceSeconds?: (object: ApiObject, asked: number | undefined) => number;
  /** A create keeps the `status` it brings (a node that registers itself). Default false: status begins anew. */
  readonly keepsStatusOnCreate?: boolean;
  /** True while something beside `metadata.finalizers` holds a terminating object (a Namespace's `spec.finalizers`, C-161). */
  readonly removalBlocked?: (object: ApiObject) => boolean;
}
