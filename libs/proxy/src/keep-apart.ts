import type { IncomingHttpHeaders } from 'node:http';
import type { Headers } from './end-to-end-headers.js';

/** A page that runs, but in an origin of its own. */
const SANDBOX = 'sandbox allow-downloads allow-forms allow-modals allow-popups allow-scripts';

/**
 * Headers by which one response changes what a browser does with other pages of the origin, or of the host: they sign a user out of the dashboard,
 * report the paths of all requests elsewhere, or keep a browser from other ports of the host.
 */
const OF_THE_ORIGIN: readonly string[] = [
  'alt-svc',
  'clear-site-data',
  'nel',
  'report-to',
  'service-worker-allowed', // it would let a script of a backend answer for all paths
  'strict-transport-security',
];

/**
 * Keeps a page of a backend apart from this server, whose origin it would share: its scripts could use the API with the client certificate of
 * the browser, and replace the dashboard. What is not asked for as a page has the header too, where a browser asks: it may keep it, and show it as a page later.
 * Programs are not affected. Nor is a page that is read through a proxy which says so, as that of `kubectl proxy` does: its origin is that of the proxy, and a
 * browser cannot be made to claim it for a page.
 * @param headers of the response, changed here. @param asked those of the request.
 */
export function keepApart(headers: Headers, asked: IncomingHttpHeaders): void {
  for (const name of OF_THE_ORIGIN) headers.delete(name);
  if (asked['sec-fetch-dest'] === undefined || asked['x-forwarded-for'] !== undefined) return;
  // In addition to those of the backend: a browser applies all of them.
  headers.set('content-security-policy', [...(headers.get('content-security-policy') ?? []), SANDBOX]);
}
