import type { DocumentPart } from '../document-part.js';

/** Metadata of a document. */
export interface DocumentInfo {
  readonly title: string;
  readonly version: string;
  /** Whether the document describes how clients authenticate. */
  readonly hasSecurity: boolean;
}

/** The encoded parts of a document, in order. */
export interface WrittenParts {
  readonly paths: readonly Buffer[];
  readonly schemas: readonly Buffer[];
}

/** An encoding of documents. */
export interface DocumentFormat {
  readonly contentType: string;
  /** Encodes one part for `join`, in steps: the schema of a custom kind has any size. */
  write(part: DocumentPart): Generator<undefined, Buffer>;
  /** The whole document, in pieces. */
  join(info: DocumentInfo, parts: WrittenParts): Buffer[];
}

/** The value of a part in OpenAPI 3, in steps. */
export function* inOpenApi({ custom, value }: DocumentPart): Generator<undefined, Record<string, unknown>> {
  return custom ? yield* custom.document('v3') : value;
}
