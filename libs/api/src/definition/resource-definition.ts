import type { CompiledSchema, GroupVersionKind, GroupVersionResource, SchemaDefinitions } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { KindDeclaration, StorageConversion } from './kind-declaration.js';
import type { Strategy, SubresourceStrategy } from './strategy.js';

/** A kind compiled for one vocabulary, used by registry, discovery, OpenAPI and clients. */
export interface ResourceDefinition {
  readonly declaration: KindDeclaration;
  readonly vocabulary: Vocabulary;
  /** Release 1.x whose fields and defaults it has. Undefined: all fields, and defaults of the newest release. */
  readonly emulatedMinor: number | undefined;
  readonly gvk: GroupVersionKind;
  readonly gvr: GroupVersionResource;
  readonly apiVersion: string;
  /** Whether any declared kind, served or not, has this name in this version, for precise errors on a kind mismatch. */
  readonly isRegistered: (apiVersion: string, kind: string) => boolean;
  /** Compiled on first use. */
  readonly schema: CompiledSchema;
  /** Name of the root struct in `definitions`. */
  readonly schemaName: string;
  readonly definitions: SchemaDefinitions;
  readonly strategy: Strategy;
  readonly subresources: ReadonlyMap<string, SubresourceStrategy>;
  /** Verbs of the main resource, lower case, sorted (C-291). */
  readonly verbs: readonly string[];
  readonly conversion: StorageConversion | undefined;
  /** Supports strategic merge patches: its schema has merge strategies of lists, unlike those of custom resources (C-257). */
  readonly strategicMerge: boolean;
  /** Warning on every use of a deprecated version (D-237). */
  readonly deprecation: string | undefined;
}
