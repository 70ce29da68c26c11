import type { DocumentPart } from '../document-parts.js';

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
  /** Encodes one part. */
  write(part: DocumentPart): Buffer;
  /** The whole document, in pieces. */
  join(info: DocumentInfo, parts: WrittenParts): Buffer[];
}
