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
  /** Of a custom kind: instead of the value, which is empty. */
  readonly custom?: CustomPart;
}

/** A path or the schema of a custom kind in a document. */
export interface CustomPart {
  /** The same object while the content of each of its parts is the same. */
  readonly source: ResourceDefinition | PublishedSchema;
  /** Its content in one version of OpenAPI, in steps. */
  document(version: 'v2' | 'v3'): Generator<undefined, Record<string, unknown>>;
}
