import { createHash } from 'node:crypto';
import type { HashedPieces } from '../aggregated-json.js';
import type { CustomPart, DocumentPart } from './document-part.js';
import type { DocumentFormat, DocumentInfo } from './formats/document-format.js';

/** The encoded parts of one source in one format, and the hash of them all. */
interface WrittenSource {
  readonly parts: ReadonlyMap<string, Buffer>;
  readonly digest: Buffer;
}

/** What is encoded of custom kinds, and of the schemas that their documents share, in one format. */
export type KnownParts = WeakMap<CustomPart['source'], WrittenSource>;

/**
 * Encodes a document in steps. Names are sorted; of several parts of a name the last one is in it.
 * HOT PATH (bench: definitions): parts of custom kinds are kept with their hashes, so that a change of one kind among many encodes and hashes
 * that one. The document is not joined: its memory, taken at each change, would make V8 collect all of the heap often.
 * @param known parts with a source that were encoded before are not encoded again; takes those that were not.
 */
export function* buildDocument(
  parts: Generator<DocumentPart | undefined>,
  info: DocumentInfo,
  format: DocumentFormat,
  known: KnownParts,
): Generator<undefined, HashedPieces> {
  const written = { paths: new Map<string, PlacedPart>(), schemas: new Map<string, PlacedPart>() };
  const sources = new Map<CustomPart['source'], DocumentPart[]>();
  for (const part of parts) {
    if (part) {
      const { name, custom } = part;
      const source = custom?.source;
      const bytes = (source && known.get(source)?.parts.get(name)) ?? (yield* format.write(part));
      written[part.in].set(name, { bytes, source });
      if (source && sources.get(source)?.push(part) === undefined) sources.set(source, [part]);
    }
    yield undefined;
  }
  for (const [source, ofSource] of sources) {
    // A source has the same parts in each document.
    if (known.has(source)) continue;
    keep(known, source, ofSource, written);
    yield undefined;
  }
  const [paths, schemas] = [ordered(written.paths), ordered(written.schemas)];
  const hash = createHash('sha512').update(JSON.stringify([format.contentType, info, paths.length]));
  for (const { bytes, source } of [...paths, ...schemas]) {
    if (!source) hash.update(bytes);
    else if (sources.delete(source)) hash.update(known.get(source)!.digest);
  }
  const pieces = format.join(info, { paths: paths.map(bytesOf), schemas: schemas.map(bytesOf) });
  return { pieces, hash: hash.digest('hex').toUpperCase() };
}

/** An encoded part of the document. */
interface PlacedPart {
  readonly bytes: Buffer;
  readonly source: CustomPart['source'] | undefined;
}

const bytesOf = ({ bytes }: PlacedPart): Buffer => bytes;

/** Keeps the parts of a source in one piece of memory of their size: small buffers are slices of larger ones. */
function keep(
  known: KnownParts,
  source: CustomPart['source'],
  parts: readonly DocumentPart[],
  written: Readonly<Record<DocumentPart['in'], Map<string, PlacedPart>>>,
): void {
  const all = Buffer.concat(parts.map((part) => written[part.in].get(part.name)!.bytes));
  const kept = new Map<string, Buffer>();
  let at = 0;
  for (const { in: place, name } of parts) {
    const { length } = written[place].get(name)!.bytes;
    const bytes = all.subarray(at, (at += length));
    written[place].set(name, { bytes, source });
    kept.set(name, bytes);
  }
  known.set(source, { parts: kept, digest: createHash('sha512').update(all).digest() });
}

const ordered = (parts: ReadonlyMap<string, PlacedPart>): PlacedPart[] =>
  [...parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part);
