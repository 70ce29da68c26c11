import { posix } from 'node:path';
import { WebhookError } from '../webhook-error.js';

/** How a registered webhook is called: `clientConfig` of webhook configurations and conversions. One of `url` and `service` is set. */
export interface HookClientConfig {
  /** `https://host[:port]/path`. */
  readonly url?: string;
  readonly service?: {
    readonly namespace: string;
    readonly name: string;
    /** With a leading slash. Default: none. */
    readonly path?: string;
    /** Default: 443. */
    readonly port?: number;
  };
  /** PEM certificates as base64: trusted instead of the system's roots. */
  readonly caBundle?: string;
}

/** An address to connect to. */
export interface ServiceAddress {
  readonly host: string;
  readonly port: number;
}

/** Where a service of the cluster is reached. @throws Error when there is no such service or port: its message goes to clients. */
export type ResolveService = (namespace: string, name: string, port: number) => ServiceAddress;

/** Where a webhook is reached. */
export interface HookTarget {
  /** `https://host:port`; of a service: its name in the cluster, which its certificate must have. */
  readonly origin: string;
  /** With a query, if the URL has one. */
  readonly path: string;
  /** Service behind the origin. */
  readonly service: { readonly namespace: string; readonly name: string; readonly port: number } | undefined;
  /** PEM; undefined: the system's roots. */
  readonly ca: string | undefined;
}

/** Port without one in the configuration. */
export const HTTPS_PORT = 443;

/** @throws WebhookError for a configuration without a usable address. */
export function hookTarget({ url, service, caBundle }: HookClientConfig): HookTarget {
  const ca = caBundle ? Buffer.from(caBundle, 'base64').toString('latin1') : undefined;
  if (service) {
    const { namespace, name, path = '/', port = HTTPS_PORT } = service;
    const origin = `https://${name}.${namespace}.svc:${port}`;
    return { origin, path: cleanPath(path), service: { namespace, name, port }, ca };
  }
  const parsed = URL.parse(url ?? '');
  if (parsed?.protocol !== 'https:') throw new WebhookError('the webhook has neither a service nor an https URL');
  return { origin: parsed.origin, path: cleanPath(decoded(parsed.pathname)) + parsed.search, service: undefined, ca };
}

/** As kube-apiserver calls it, without empty segments and a slash at its end: many servers redirect from another form, which no call follows. */
function cleanPath(path: string): string {
  const clean = posix.resolve('/', path);
  return encodeURI(clean).replace(/[?#]/g, encodeURIComponent);
}

/** @throws WebhookError */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    throw new WebhookError(`the path of the webhook is not valid: ${path}`, { cause: error });
  }
}
