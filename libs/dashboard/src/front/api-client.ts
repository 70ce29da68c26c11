import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createSecureContext } from 'node:tls';
import { hostLookups } from '@orch/connections';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { connectInTurns } from './connect-in-turns.js';

/** How long the API server may take to accept a connection. Unit: milliseconds. */
const CONNECT_MS = 10_000;

/** Headers of one connection, and those of the browser's own site: not passed on. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'origin',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'referer',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** A request to the API server. */
export interface ApiRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body?: Readable | string | undefined;
  readonly signal?: AbortSignal;
}

/** The API server behind this process. Neither redirects are followed nor credentials added. */
export class ApiClient {
  private readonly agent: Agent;

  /**
   * @param server `https://HOST:PORT`.
   * @param ca PEM of the authorities of its certificate. Undefined: those that Node trusts.
   */
  constructor(
    private readonly server: string,
    ca: string | undefined,
  ) {
    // Watches and large lists may pause for as long as the server wants; requests end with their clients.
    const secureContext = createSecureContext(ca === undefined ? {} : { ca }); // of all connections: each would parse the authorities again
    const options = { timeout: CONNECT_MS, lookup: hostLookups.of(), secureContext, allowH2: false };
    const connect = connectInTurns(buildConnector(options));
    this.agent = new Agent({ connect, headersTimeout: 0, bodyTimeout: 0, allowH2: false });
  }

  send({ method, path, headers, body, signal }: ApiRequest): Promise<Dispatcher.ResponseData> {
    return this.agent.request({
      origin: this.server,
      path,
      method: method as Dispatcher.HttpMethod,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    });
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }
}

/** Headers that belong to the message, not to its connection. Those that `Connection` names belong to that. */
export function endToEnd(
  headers: IncomingHttpHeaders | Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string | string[]> {
  const named = String(headers['connection'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const passed: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (
      value === undefined ||
      OWN_HEADERS.has(name) ||
      named.includes(name) ||
      name.startsWith(':') ||
      name.startsWith('sec-')
    )
      continue;
    passed[name] = value;
  }
  return passed;
}

/** Who sent a request: what the API server authenticates it by. */
export function credentialsOf({ headers }: IncomingMessage): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && (name === 'authorization' || name.startsWith('impersonate-'))) found[name] = value;
  }
  return found;
}
