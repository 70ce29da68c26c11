import type { CustomPart, DocumentPart } from './document-part.js';
import type { DocumentFormat, DocumentInfo } from './formats/document-format.js';

/** The encoded parts of custom kinds in one format, by their source and name, as parts of the last document that has them. */
export type KnownParts = WeakMap<CustomPart['source'], Map<string, Buffer>>;

/**
 * Encodes a document in steps. Names are sorted; of several parts of a name the last one is in it.
 * @param known parts of custom kinds that were encoded before are not encoded again; takes those that were not.
 */
export function* buildDocument(
  parts: Generator<DocumentPart | undefined>,
  info: DocumentInfo,
  format: DocumentFormat,
  known: KnownParts,
): Generator<undefined, Buffer> {
  const written = { paths: new Map<string, Buffer>(), schemas: new Map<string, Buffer>() };
  const sources = new Map<Buffer, { readonly source: CustomPart['source']; readonly name: string }>();
  for (const part of parts) {
    if (part) {
      const { name, custom } = part;
      const bytes = (custom && known.get(custom.source)?.get(name)) ?? (yield* format.write(part));
      written[part.in].set(name, bytes);
      if (custom) sources.set(bytes, { source: custom.source, name });
    }
    yield undefined;
  }
  const pieces = format.join(info, { paths: ordered(written.paths), schemas: ordered(written.schemas) });
  const document = Buffer.concat(pieces);
  let at = 0;
  for (const piece of pieces) {
    const part = sources.get(piece);
    if (part) keep(known, part.source, part.name, document.subarray(at, at + piece.length));
    at += piece.length;
  }
  return document;
}

function keep(known: KnownParts, source: CustomPart['source'], name: string, bytes: Buffer): void {
  const ofSource = known.get(source);
  if (ofSource) ofSource.set(name, bytes);
  else known.set(source, new Map([[name, bytes]]));
}

const ordered = (parts: ReadonlyMap<string, Buffer>): Buffer[] =>
  [...parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, bytes]) => bytes);
