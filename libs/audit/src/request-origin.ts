import { isIP } from 'node:net';
import { pathOf, type ServerRequest } from '@orch/http';

/** Maximum length of a recorded `User-Agent`; longer ones are truncated. */
const MAX_USER_AGENT_CHARS = 1_024;
const CUT = '...TRUNCATED';
/** Maximum number of recorded proxy addresses. */
const MAX_FORWARDED = 16;

/**
 * Source addresses of a request, nearest last. All but the last are claimed by the client and its proxies; values that are
 * not addresses are left out.
 */
export function sourceAddresses({ headers, raw }: ServerRequest): readonly string[] {
  const { 'x-forwarded-for': forwarded, 'x-real-ip': real } = headers;
  const said = [forwarded, real]
    .flatMap((value) => (value === undefined ? [] : String(value).split(',', MAX_FORWARDED)))
    .map((address) => address.trim())
    .filter((address) => isIP(address) !== 0);
  const peer = raw.socket?.remoteAddress;
  return [...new Set(peer === undefined ? said : [...said.filter((address) => address !== peer), peer])];
}

export function userAgentOf({ headers }: ServerRequest): string | undefined {
  const text = headers['user-agent'];
  return text === undefined || text.length <= MAX_USER_AGENT_CHARS ? text : text.slice(0, MAX_USER_AGENT_CHARS) + CUT;
}

const HIDDEN = 'REDACTED';

/**
 * The URL as received, without credentials: those in its query (`token`, `access_token` and the like), and the authority of the absolute
 * form, which may have a password.
 */
export function shownUri(received: string): string {
  const isAbsolute = !received.startsWith('/') && received.includes('://');
  const url = isAbsolute ? pathOf(received) + searchOf(received) : received;
  const mark = url.indexOf('?');
  if (mark < 0 || !url.toLowerCase().includes('token', mark)) return url;
  const parameters = url
    .slice(mark + 1)
    .split('&')
    .map((parameter) => {
      const equals = parameter.indexOf('=');
      const name = equals < 0 ? '' : parameter.slice(0, equals);
      return name.toLowerCase().endsWith('token') ? `${name}=${HIDDEN}` : parameter;
    });
  return `${url.slice(0, mark)}?${parameters.join('&')}`;
}

/** The query with its question mark. */
function searchOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark);
}
