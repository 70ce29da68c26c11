import type { PublishedSchema } from '@orch/api';
import type { DocumentPart } from './document-parts.js';
import type { DocumentFormat, DocumentInfo } from './formats/document-format.js';

/** The encoded schemas of custom kinds in one format, as parts of the last document that has them. */
export type WrittenSchemas = WeakMap<PublishedSchema, Buffer>;

/**
 * Encodes a document in steps. Names are sorted; of several parts of a name the last one is in it.
 * @param known schemas of custom kinds that were encoded before are not encoded again; takes those that were not.
 */
export function* buildDocument(
  parts: Generator<DocumentPart | undefined>,
  info: DocumentInfo,
  format: DocumentFormat,
  known: WrittenSchemas,
): Generator<undefined, Buffer> {
  const written = { paths: new Map<string, Buffer>(), schemas: new Map<string, Buffer>() };
  const sources = new Map<Buffer, PublishedSchema>();
  for (const part of parts) {
    if (part) {
      const source = part.custom?.source;
      const bytes = (source && known.get(source)) ?? (yield* format.write(part));
      written[part.in].set(part.name, bytes);
      if (source) sources.set(bytes, source);
    }
    yield undefined;
  }
  const pieces = format.join(info, { paths: ordered(written.paths), schemas: ordered(written.schemas) });
  const document = Buffer.concat(pieces);
  let at = 0;
  for (const piece of pieces) {
    const source = sources.get(piece);
    if (source) known.set(source, document.subarray(at, at + piece.length));
    at += piece.length;
  }
  return document;
}

const ordered = (parts: ReadonlyMap<string, Buffer>): Buffer[] =>
  [...parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, bytes]) => bytes);
