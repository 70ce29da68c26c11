import type { PublishedSchema, ResourceDefinition } from '@orch/api';

/** One path or schema in OpenAPI 3 format. */
export interface DocumentPart {
  readonly in: 'paths' | 'schemas';
  readonly name: string;
  readonly value: Record<string, unknown>;
  /** Media types of request bodies in Swagger, for operations that have none. */
  readonly consumes?: readonly string[];
  /** The part in Swagger, where another server has it. */
  readonly swagger?: Record<string, unknown>;
  /** In a document of custom kinds: instead of the value, which is empty. */
  readonly custom?: CustomPart;
}

/** A schema with its own part in documents of custom kinds: the same object in all of them. */
export interface SharedSchema {
  /** Names of the schemas that it refers to. */
  readonly references: readonly string[];
}

/** A path or a schema of a custom kind, or a schema that documents of custom kinds share. */
export interface CustomPart {
  /** The same object while its parts, and the content of each, are the same. */
  readonly source: ResourceDefinition | PublishedSchema | SharedSchema;
  /** Its content in one version of OpenAPI, in steps. */
  document(version: 'v2' | 'v3'): Generator<undefined, Record<string, unknown>>;
}
