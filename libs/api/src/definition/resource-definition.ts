import type { CompiledSchema, GroupVersionKind, GroupVersionResource, SchemaDefinitions } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { StructClass } from './field-type.js';
import type { FormConversion, KindTraits } from './kind-declaration.js';
import type { LongWrites } from './long-writes.js';
import type { PublishedSchema } from './published-schema.js';
import type { Strategy, SubresourceStrategy } from './strategy.js';

/** A kind compiled for one vocabulary, built in or custom, used by registry, discovery, OpenAPI and clients. */
export interface ResourceDefinition {
  readonly declaration: KindTraits;
  readonly vocabulary: Vocabulary;
  /** Release 1.x whose fields and defaults it has. Undefined: all fields, and defaults of the newest release. */
  readonly emulatedMinor: number | undefined;
  readonly gvk: GroupVersionKind;
  /** The kind whose form is stored: itself, or another version or kind. */
  readonly stored: GroupVersionKind;
  readonly gvr: GroupVersionResource;
  readonly apiVersion: string;
  /** Whether any declared kind, served or not, has this name in this version, for precise errors on a kind mismatch. */
  readonly isRegistered: (apiVersion: string, kind: string) => boolean;
  /** The struct of a built-in kind. Undefined: a custom kind, which has a published schema instead, and no protobuf. */
  readonly struct: StructClass | undefined;
  /** The schema of a custom kind, for documents. */
  readonly published?: PublishedSchema;
  /** Compiled on first use. */
  readonly schema: CompiledSchema;
  /** Name of the root struct in `definitions`. */
  readonly schemaName: string;
  readonly definitions: SchemaDefinitions;
  readonly strategy: Strategy;
  readonly subresources: ReadonlyMap<string, SubresourceStrategy>;
  /** Verbs of the main resource, lower case, sorted (C-291). */
  readonly verbs: readonly string[];
  /** Verbs in discovery, if others: a custom kind whose definition is being deleted. */
  readonly discoveredVerbs?: readonly string[];
  /** Its definition is being deleted, so objects cannot be created. Default: false. */
  readonly isTerminating?: boolean;
  /** Whether its writes take long, whatever the size of the object: of a custom kind with a costly schema. Absent: none does. */
  readonly longWrites?: LongWrites;
  /** Undefined: the stored form is the own form. */
  readonly conversion: FormConversion | undefined;
  /** Supports strategic merge patches: its schema has merge strategies of lists, unlike those of custom resources (C-257). */
  readonly strategicMerge: boolean;
  /** Warning on every use of a deprecated version (D-237). */
  readonly deprecation: string | undefined;
}
