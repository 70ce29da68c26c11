import type { DocumentPart } from './document-parts.js';
import type { DocumentFormat, DocumentInfo } from './formats/document-format.js';

/** Encodes a document part by part, and yields to the event loop in between. Names are sorted; of several parts of a name the last one is in it. */
export function* buildDocument(
  parts: Generator<DocumentPart | undefined>,
  info: DocumentInfo,
  format: DocumentFormat,
): Generator<undefined, Buffer> {
  const written = { paths: new Map<string, Buffer>(), schemas: new Map<string, Buffer>() };
  for (const part of parts) {
    if (part) written[part.in].set(part.name, format.write(part));
    yield undefined;
  }
  return Buffer.concat(format.join(info, { paths: ordered(written.paths), schemas: ordered(written.schemas) }));
}

const ordered = (parts: ReadonlyMap<string, Buffer>): Buffer[] =>
  [...parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, bytes]) => bytes);
