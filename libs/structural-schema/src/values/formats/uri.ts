import { isIPv6 } from 'node:net';

const SCHEME = /^[a-zA-Z][a-zA-Z0-9+.-]*:/;
const USER = /^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/;
const PORT = /^(?::[0-9]*)?$/;
/** ASCII characters that a host may have; all others above ASCII too. */
const HOST = /^[A-Za-z0-9\-._~!$&'()*+,;=:[\]<>"%\u0080-\uffff]*$/;

/** An absolute URI, or a path that begins with a slash: what the request line of HTTP may name. */
export function isRequestUri(text: string): boolean {
  if (text === '' || hasControl(text)) return false;
  if (text === '*') return true;
  if (text.startsWith(':')) return false;
  const scheme = SCHEME.exec(text)?.[0] ?? '';
  const rest = text.slice(scheme.length).split('?', 1)[0]!;
  if (!rest.startsWith('/')) return scheme !== '';
  if (scheme === '' || !rest.startsWith('//')) return isEscaped(rest);
  const slash = rest.indexOf('/', 2);
  const authority = rest.slice(2, slash < 0 ? undefined : slash);
  const path = slash < 0 ? '' : rest.slice(slash);
  return isAuthority(authority) && isEscaped(path);
}

function isAuthority(authority: string): boolean {
  const at = authority.lastIndexOf('@');
  const user = authority.slice(0, Math.max(at, 0));
  return USER.test(user) && isEscaped(user) && isHost(authority.slice(at + 1));
}

function isHost(host: string): boolean {
  const open = host.lastIndexOf('[');
  if (open > 0) return false;
  if (open === 0) {
    const close = host.lastIndexOf(']');
    const [address, zone] = host.slice(1, Math.max(close, 1)).split('%25', 2);
    return close > 0 && PORT.test(host.slice(close + 1)) && isIPv6(address!) && zone !== '';
  }
  const colon = host.lastIndexOf(':');
  return (colon < 0 || PORT.test(host.slice(colon))) && HOST.test(host) && isEscaped(host, true);
}

/** Whether every percent sign begins an escape; in a host only of bytes above ASCII. */
function isEscaped(text: string, isHostName = false): boolean {
  for (let at = text.indexOf('%'); at >= 0; at = text.indexOf('%', at + 3)) {
    const escape = text.slice(at, at + 3);
    if (!/^%[0-9a-fA-F]{2}$/.test(escape)) return false;
    if (isHostName && escape < '%8' && escape !== '%25') return false;
  }
  return true;
}

/** Whether a text has control characters of ASCII. */
function hasControl(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}
