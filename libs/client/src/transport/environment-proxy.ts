import { BlockList, isIP, isIPv6 } from 'node:net';
import { ConfigurationError } from '../configuration/configuration-error.js';
import { isProxyUrl } from '../configuration/proxy-url.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy of the environment for a server (D-127): that of `HTTPS_PROXY`, or of `HTTP_PROXY` for an `http://` server, unless the server is on this
 * machine or in `NO_PROXY`: a list of hosts, with their subdomains, `.domain`, addresses, networks (`10.0.0.0/8`), each but networks with a port, or
 * `*`. Names may be in lower case. As in Go's net/http, which other clients of this API use.
 * @param server `https://host:port`.
 * @throws ConfigurationError Invalid, without the value of the variable: it may hold a password.
 */
export function environmentProxy(server: string, environment: Environment): string | undefined {
  const { protocol, hostname, port } = new URL(server);
  const variable = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const proxy = valueOf(environment, variable);
  if (proxy === '') return undefined;
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (isThisMachine(host)) return undefined;
  const isExcluded = matcherOf(host, port || (protocol === 'https:' ? '443' : '80'));
  if (
    valueOf(environment, 'NO_PROXY')
      .toLowerCase()
      .split(',')
      .some((item) => isExcluded(item.trim()))
  )
    return undefined;
  const url = proxy.includes('://') ? proxy : `http://${proxy}`;
  if (isProxyUrl(url)) return url;
  throw new ConfigurationError('Invalid', `the variable ${variable} must be a URL of http://, https:// or socks5://`);
}

const valueOf = (environment: Environment, name: string): string =>
  environment[name] || environment[name.toLowerCase()] || '';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || (isIP(host) !== 0 && LOOPBACK.check(host, familyOf(host)));

/** Whether an item of `NO_PROXY` names the server. */
function matcherOf(host: string, port: string): (item: string) => boolean {
  return (item) => {
    if (item === '') return false;
    if (item === '*') return true;
    if (item.includes('/')) return isInNetwork(host, item);
    const { name, onlyPort } = splitPort(item);
    if (name === '' || (onlyPort !== undefined && onlyPort !== port)) return false;
    if (isIP(name) !== 0) return isIP(host) !== 0 && singleton(name).check(host, familyOf(host));
    const domain = name.replace(/^\*?\./, '');
    return host.endsWith(`.${domain}`) || (name === domain && host === domain);
  };
}

function splitPort(item: string): { readonly name: string; readonly onlyPort: string | undefined } {
  if (isIPv6(item)) return { name: item, onlyPort: undefined };
  const [, bracketed, plain, onlyPort] = /^(?:\[(.*)\]|([^:]*))(?::(\d+))?$/.exec(item) ?? [];
  return { name: bracketed ?? plain ?? '', onlyPort };
}

function isInNetwork(host: string, network: string): boolean {
  const [address = '', bits = ''] = network.split('/');
  const family = isIP(address);
  if (isIP(host) === 0 || family === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > (family === 6 ? 128 : 32))
    return false;
  const list = new BlockList();
  list.addSubnet(address, Number(bits), familyOf(address));
  return list.check(host, familyOf(host));
}

function singleton(address: string): BlockList {
  const list = new BlockList();
  list.addAddress(address, familyOf(address));
  return list;
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');
