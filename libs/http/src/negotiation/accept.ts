import { LRUCache } from 'lru-cache';

/** One media range of an `Accept` header. */
export interface AcceptedType {
  /** Lower case, `application/json`. */
  readonly type: string;
  readonly quality: number;
  /** Other parameters, names in lower case, values unchanged. */
  readonly parameters: Readonly<Record<string, string>>;
}

const CACHED_HEADERS = 256;
/** Longer headers are not cached. Unit: characters. */
const MAX_CACHED_LENGTH = 1_024;
const MAX_RANGES = 32;
const MAX_PARAMETERS = 16;
const parsed = new LRUCache<string, readonly AcceptedType[]>({ max: CACHED_HEADERS });

/** Parses an `Accept` header, sorted by preference. Clients repeat their headers, so the last few are cached. */
export function parseAccept(header: string): readonly AcceptedType[] {
  if (header.length > MAX_CACHED_LENGTH) return parse(header);
  let ranges = parsed.get(header);
  if (!ranges) parsed.set(header, (ranges = parse(header)));
  return ranges;
}

function parse(header: string): readonly AcceptedType[] {
  return header
    .split(',', MAX_RANGES)
    .map(parseRange)
    .filter((range) => range.type !== '' && range.quality > 0)
    .sort((a, b) => b.quality - a.quality);
}

function parseRange(text: string): AcceptedType {
  const [type = '', ...rest] = text.split(';', 1 + MAX_PARAMETERS);
  const parameters = Object.create(null) as Record<string, string>; // names come from the client
  let quality = 1;
  for (const part of rest) {
    const at = part.indexOf('=');
    if (at < 0) continue;
    const name = part.slice(0, at).trim().toLowerCase();
    const value = part
      .slice(at + 1)
      .trim()
      .replaceAll('"', '');
    if (name === 'q') quality = Number(value) || 0;
    else parameters[name] = value;
  }
  return { type: type.trim().toLowerCase(), quality, parameters };
}
