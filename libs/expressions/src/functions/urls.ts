import { quotedText } from '@orch/apimachinery';
import { Fault, OpaqueValue, readText } from '../values/values.js';
import type { Meter } from '../values/meter.js';
import type { Declaration, Implementation } from '../types/declarations.js';

/** Go's parser keeps the parts as they are written; the one of the platform normalises them. */
class UrlValue extends OpaqueValue {
  override readonly typeName = 'kubernetes.URL';
  constructor(
    readonly text: string,
    readonly scheme: string,
    readonly host: string,
    readonly path: string,
    readonly query: string,
  ) {
    super();
  }
  override equals(other: OpaqueValue, meter: Meter): boolean {
    if (!(other instanceof UrlValue) || other.text.length !== this.text.length) return false;
    readText(this.text, meter);
    return other.text === this.text;
  }
}

const URL_PARTS = /^(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/su;
const CONTROL = /[^\P{Cc}\u0080-\u009f]/u;
const BAD_ESCAPE = /%(?![0-9a-fA-F]{2})/;

/** Reads an absolute URL or an absolute path. */
function parseUrl(text: string): UrlValue | Fault {
  const problem = (reason: string): Fault =>
    new Fault(`URL parse error during conversion from string: parse ${JSON.stringify(text)}: ${reason}`);
  if (text === '') return problem('empty url');
  if (CONTROL.test(text)) return problem('net/url: invalid control character in URL');
  const match = URL_PARTS.exec(text);
  if (!match || text.startsWith(':')) return problem('missing protocol scheme');
  const [, scheme = '', authority, path = '', query = ''] = match;
  if (scheme === '' && !path.startsWith('/') && authority === undefined) return problem('invalid URI for request');
  if (scheme !== '' && authority === undefined && path !== '' && !path.startsWith('/'))
    return problem('invalid URI for request');
  if (scheme === '' && authority !== undefined && !text.startsWith('/')) return problem('invalid URI for request');
  const escaped = BAD_ESCAPE.exec(path);
  if (escaped) return problem(`invalid URL escape ${JSON.stringify(path.slice(escaped.index, escaped.index + 3))}`);
  const at = (authority ?? '').lastIndexOf('@');
  const host = (authority ?? '').slice(at + 1);
  const hostProblem =
    problemOfHost(host) ?? problemOfEscapes(host) ?? (at < 0 ? undefined : problemOfUser(authority!.slice(0, at)));
  if (hostProblem !== undefined) return problem(hostProblem);
  return new UrlValue(text, scheme.toLowerCase(), decodedHost(host), path, query);
}

function problemOfHost(host: string): string | undefined {
  if (host.startsWith('[') && !host.includes(']')) return "missing ']' in host";
  const name = host.replace(/^\[[^\]]*\]/, '');
  const colon = name.indexOf(':');
  if (colon >= 0 && !/^\d*$/.test(name.slice(colon + 1)))
    return `invalid port ${JSON.stringify(name.slice(name.lastIndexOf(':')))} after host`;
  const bad = /[^\w\-.~!$&'()*+,;=:[\]<>"%\u0080-\u{10ffff}]/u.exec(host);
  return bad ? `invalid character ${JSON.stringify(bad[0])} in host name` : undefined;
}

/** Escapes in a host are of bytes outside of ASCII, `%25`, and those of a zone. */
function problemOfEscapes(host: string): string | undefined {
  const zone = host.startsWith('[') ? host.indexOf('%25') : -1;
  const end = host.indexOf(']');
  for (const { 0: escape, index } of host.matchAll(/%[^]{0,2}/gu)) {
    const isInZone = zone >= 0 && index >= zone && index < end;
    const isValid = /^%[\da-f]{2}$/i.test(escape) && (escape === '%25' || isInZone || /^%[89a-f]/i.test(escape));
    if (!isValid) return `invalid URL escape ${quotedText(escape)}`;
  }
  return undefined;
}

const decodedHost = (host: string): string =>
  host.replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) => Buffer.from(escapes.replaceAll('%', ''), 'hex').toString());

function problemOfUser(user: string): string | undefined {
  if (/[^\w\-.:~!$&'()*+,;=%@]/u.test(user)) return 'net/url: invalid userinfo';
  const escape = BAD_ESCAPE.exec(user);
  return escape ? `invalid URL escape ${quotedText(user.slice(escape.index, escape.index + 3))}` : undefined;
}

const hostname = ({ host }: UrlValue): string =>
  host.startsWith('[') ? host.slice(1, host.indexOf(']')) : host.replace(/:\d*$/, '');
const port = ({ host }: UrlValue): string => /:(\d*)$/.exec(host.replace(/^\[[^\]]*\]/, ''))?.[1] ?? '';

/** Path with the characters escaped that must be. */
const escapedPath = ({ path }: UrlValue): string =>
  path.replace(/[^A-Za-z0-9\-_.~$&+,/:;=@%!'()*[\]]/gu, (character) => encodeURIComponent(character));

function query({ query: text }: UrlValue): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const values = found.get(name);
    if (values) values.push(value);
    else found.set(name, [value]);
  }
  return found;
}

/** Work of a character that is searched, escaped, and decoded. */
const SEARCHED = 1;
const ESCAPED = 24;
const DECODED = 16;

const url = (value: unknown): UrlValue => value as UrlValue;

/** A part that is computed at each call: a URL is read once and asked many times. */
const computed =
  (source: (value: UrlValue) => string, perCharacter: number, compute: (value: UrlValue) => unknown): Implementation =>
  ([value], meter) => {
    meter.work(source(url(value)).length * perCharacter);
    return compute(url(value));
  };
const hostOf = ({ host }: UrlValue): string => host;
const pathOf = ({ path }: UrlValue): string => path;
const queryOf = ({ query: text }: UrlValue): string => text;
const read = (value: unknown, work: { work(amount: number): void }): UrlValue | Fault => {
  work.work((value as string).length * 4);
  return parseUrl(value as string);
};

const T = 'kubernetes.URL';
export const URL_LIBRARY: readonly Declaration[] = [
  ['url', 'string_to_url', `(string): ${T}`, ([text], meter) => read(text, meter)],
  ['getScheme', 'url_get_scheme', `${T}.(): string`, ([value]) => url(value).scheme],
  ['getHost', 'url_get_host', `${T}.(): string`, ([value]) => url(value).host],
  ['getHostname', 'url_get_hostname', `${T}.(): string`, computed(hostOf, SEARCHED, hostname)],
  ['getPort', 'url_get_port', `${T}.(): string`, computed(hostOf, SEARCHED, port)],
  ['getEscapedPath', 'url_get_escaped_path', `${T}.(): string`, computed(pathOf, ESCAPED, escapedPath)],
  ['getQuery', 'url_get_query', `${T}.(): map<string, list<string>>`, computed(queryOf, DECODED, query)],
  ['isURL', 'is_url_string', '(string): bool', ([text], meter) => !(read(text, meter) instanceof Fault)],
];

/** Problem of a text that is not an absolute URL or path, as Go words it. */
export function problemOfUri(text: string): string | undefined {
  const parsed = parseUrl(text);
  return parsed instanceof Fault
    ? parsed.message.replace(/^URL parse error during conversion from string: /, '')
    : undefined;
}
