import type { CompiledSchema, GroupVersionKind, GroupVersionResource, SchemaDefinitions } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { KindDeclaration, StorageConversion } from './kind-declaration.js';
import type { Strategy, SubresourceStrategy } from './strategy.js';

/** A declared kind in one vocabulary, compiled: what registry, discovery, documents and clients work with. */
export interface ResourceDefinition {
  readonly declaration: KindDeclaration;
  readonly vocabulary: Vocabulary;
  readonly gvk: GroupVersionKind;
  readonly gvr: GroupVersionResource;
  readonly apiVersion: string;
  /** Whether any declared kind, served or not, has this name in this version: clients are told what they mixed up. */
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
  /** Its schema says how lists merge, so it takes strategic merge patches; schemas of custom resources do not (C-257). */
  readonly strategicMerge: boolean;
  /** Text of the Warning that answers every use of a deprecated version (D-237). */
  readonly deprecation: string | undefined;
}
