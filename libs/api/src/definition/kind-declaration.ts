import type { ApiObject, NameRule, WorkLimit } from '@orch/apimachinery';
import type { GroupName, Vocabulary } from '@orch/vocabulary';
import type { SubresourceKind } from './subresource-kind.js';
import type { PrinterColumn } from './printer-column.js';
import type { Strategy, SubresourceStrategy } from './strategy.js';
import type { StructClass } from './field-type.js';

/** Conversion between two forms of a kind. Both functions are lossless and pure. */
export interface FormConversion {
  /** From the served form to the stored form; `apiVersion` and `kind` are set by the caller. */
  readonly toStored: (object: ApiObject) => ApiObject;
  readonly fromStored: (object: ApiObject) => ApiObject;
}

/** Conversion of a kind that shares storage with another. */
export interface StorageConversion extends FormConversion {
  /** Stored kind, e.g. group `core`, version `v1`, kind `Event`. */
  readonly storedAs: { readonly group: GroupName; readonly version: string; readonly kind: string };
}

/** Introduction, deprecation and removal of a version, as minor numbers of releases 1.x (decision 017). Defaults: `withLifecycle`. */
export interface VersionLifecycle {
  /** First release with the version. Default: that of the struct of its kind; absent: 1.21 or before. */
  readonly introduced?: number;
  /** From this release on, every use returns a Warning (D-237). */
  readonly deprecated?: number;
  /** First release that does not serve it (B-402). */
  readonly removed?: number;
  /** Served only when enabled by `--runtime-config` (D-231). Default: alpha versions, and betas introduced from 1.24 on. */
  readonly optIn?: boolean;
  /** Named in the Warning, from release `since` on. Never less stable than the version itself (B-377). */
  readonly replacement?: {
    readonly group: GroupName;
    readonly version: string;
    readonly kind: string;
    readonly since?: number;
  };
}

/** A connect sub-resource (proxy, exec, log), as in discovery. */
export interface Connection {
  /** Kind of its options, e.g. `PodExecOptions`. */
  readonly kind: string;
  readonly verbs: readonly string[];
  /** Backend: an address of the object, or (default) the agent of its node. */
  readonly to?: 'address';
}

/** Names, scope and behaviour of one version of a kind, built in or custom: what the server reads about it. */
export interface KindTraits {
  readonly version: string;
  readonly kind: string;
  /** Plural in the URL. */
  readonly resource: string;
  /** Finalizers may be names without a domain and a slash, as in kinds of API extensions. Default: only well-known ones. */
  readonly plainFinalizers?: boolean;
  /** Validation takes long for the size of an object, because it compiles what is in it. Default false. */
  readonly slowValidation?: boolean;
  /** Kind of its lists. Default: `kind` with `List` after it. */
  readonly listKind?: string;
  readonly singular: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly namespaced: boolean;
  readonly nameRule: NameRule;
  /**
   * Has desired state: every change of `spec` increments `metadata.generation` (C-134); in some kinds since release 1.`since`. `content`:
   * every change outside of `metadata`, and of `status` where that is a sub-resource.
   */
  readonly generation?: boolean | 'content' | { readonly since: number };
  /** Response body of DELETE when the object was removed (A-557..A-565). */
  readonly deleteAnswers: 'status' | 'object';
  /**
   * Propagation policy of a delete without one (C-226); `None`: the kind has no dependents, and a requested policy is
   * ignored. Default: `Background`.
   */
  readonly defaultPropagation?: 'Background' | 'Orphan' | 'None';
  /** Warning on a delete that uses `defaultPropagation`, where that is unexpected. */
  readonly defaultPropagationWarning?: string;
  /** PUT of an absent object creates it, for kinds written without a prior read (A-029 with C-021, decision 053). Default false. */
  readonly allowsCreateOnUpdate?: boolean;
  /** PUT without resourceVersion overwrites (C-251). Default true. */
  readonly unconditionalUpdate?: boolean;
  /** Whole-collection delete is served (C-250). Default true. */
  readonly deleteCollection?: boolean;
  /** Strategic merge patches are supported. Default: true; false for the own kinds of sub-resources of custom kinds. */
  readonly strategicMerge?: boolean;
  /** Verbs of the main resource (virtual kinds: `['create']`). Default: all. */
  readonly verbs?: readonly string[];
  /** Selectable fields in addition to `metadata.name` and `metadata.namespace` (C-284, C-285). */
  readonly selectableFields?: Readonly<Record<string, (object: ApiObject) => string>>;
  readonly columns?: readonly PrinterColumn[];
  /** Conditions of the row of an object in a Table: that a pod has ended. Absent, or undefined for an object: the row has none. */
  readonly rowConditions?: (object: ApiObject) => readonly object[] | undefined;
  /**
   * Order of the rows in the Table of a list, within one page: lower numbers first, and by name among equals. Absent: that of the list.
   * @param object may be a view of JSON, in which what is read is found at each call.
   */
  readonly rowRank?: (object: ApiObject) => number;
  /**
   * Create-only sub-resources with their own kind and no storage: a pod's `binding`.
   * The server implements them (`resource/virtual` there).
   */
  readonly actions?: Readonly<Record<string, SubresourceKind>>;
  /** Connect sub-resources: a pod's `log` and `exec` to the agent of its node (C-233), a `proxy` to its address (C-022). */
  readonly connections?: Readonly<Record<string, Connection>>;
  /**
   * Defaults that depend on other fields. Applied after the schema's defaults. `emulatedMinor`: release 1.x; undefined: the newest. Pure.
   * @param limit of what they add. Default: none.
   * @throws WorkLimitError.
   */
  readonly defaults?: (
    object: ApiObject,
    vocabulary: Vocabulary,
    emulatedMinor?: number,
    limit?: WorkLimit,
  ) => ApiObject;
  /** Absent: served in every release, without a Warning. */
  readonly lifecycle?: VersionLifecycle;
  /**
   * Grace period of a delete, in seconds; 0 removes the object immediately. `asked`: grace period in the delete options, if
   * any. Absent: always 0. Source: C-229.
   */
  readonly graceSeconds?: (object: ApiObject, asked: number | undefined) => number;
  /**
   * Finalizer that the first delete adds, whatever its propagation policy: the server cleans up before the object goes. Such a delete
   * shows no grace period and does not count as a change of the desired state. Default: none.
   */
  readonly deleteFinalizer?: (vocabulary: Vocabulary) => string;
  /** A create keeps the sent `status` (a node that registers itself). Default false: status is reset. */
  readonly keepsStatusOnCreate?: boolean;
  /** True while something other than `metadata.finalizers` blocks removal of a terminating object (a Namespace's `spec.finalizers`, C-161). */
  readonly removalBlocked?: (object: ApiObject) => boolean;
}

/**
 * The complete declaration of a built-in kind, in one file; the line in `kinds.ts` serves it: routes, discovery, OpenAPI, storage and
 * clients derive from it. Group names are those of the vocabulary's table, so one declaration serves both vocabularies.
 */
export interface KindDeclaration extends KindTraits {
  readonly type: StructClass;
  readonly group: GroupName;
  readonly strategy?: (vocabulary: Vocabulary) => Strategy;
  readonly subresources?: Readonly<Record<string, (vocabulary: Vocabulary) => SubresourceStrategy>>;
  /** A function if the conversion uses names of the vocabulary. */
  readonly conversion?: StorageConversion | ((vocabulary: Vocabulary) => StorageConversion);
  /** The declaration for one vocabulary, for columns and rules that use such a conversion. */
  readonly inVocabulary?: (vocabulary: Vocabulary) => KindDeclaration;
}
