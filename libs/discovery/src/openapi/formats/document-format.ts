import type { DocumentPart } from '../document-parts.js';

/** What a document says of itself. */
export interface DocumentInfo {
  readonly title: string;
  readonly version: string;
}

/** The parts of a document, written and in order. */
export interface WrittenParts {
  readonly paths: readonly Buffer[];
  readonly schemas: readonly Buffer[];
}

/** A way to write documents. */
export interface DocumentFormat {
  readonly contentType: string;
  /** Writes one part as it stands in the document. */
  write(part: DocumentPart): Buffer;
  /** The whole document, in pieces. */
  join(info: DocumentInfo, parts: WrittenParts): Buffer[];
}
