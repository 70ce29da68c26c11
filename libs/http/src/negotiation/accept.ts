/** One wish of an `Accept` header. */
export interface AcceptedType {
  /** Lower case, `application/json`. */
  readonly type: string;
  readonly quality: number;
  /** Other parameters, names in lower case, values as they came. */
  readonly parameters: Readonly<Record<string, string>>;
}

const KEPT_HEADERS = 256;
const MAX_WISHES = 32;
const parsed = new Map<string, readonly AcceptedType[]>();

/** Reads an `Accept` header, best wish first. Clients repeat their headers, so the last few are remembered. */
export function parseAccept(header: string): readonly AcceptedType[] {
  let wishes = parsed.get(header);
  if (!wishes) {
    if (parsed.size >= KEPT_HEADERS) parsed.clear();
    parsed.set(header, (wishes = parse(header)));
  }
  return wishes;
}

function parse(header: string): readonly AcceptedType[] {
  return header
    .split(',', MAX_WISHES)
    .map(parseWish)
    .filter((wish) => wish.type !== '' && wish.quality > 0)
    .sort((a, b) => b.quality - a.quality);
}

function parseWish(text: string): AcceptedType {
  const [type = '', ...rest] = text.split(';');
  const parameters = Object.create(null) as Record<string, string>; // names are the client's
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
