import type { IncomingHttpHeaders } from 'node:http';
import type { Headers } from './end-to-end-headers.js';

/** What a browser shows as a page, in `Sec-Fetch-Dest`. */
const DOCUMENTS: ReadonlySet<string> = new Set(['document', 'embed', 'frame', 'iframe', 'object']);
/** A page that runs, but in an origin of its own. */
const SANDBOX = 'sandbox allow-downloads allow-forms allow-modals allow-popups allow-scripts';

/**
 * Keeps a page of a backend apart from this server, whose origin it would share: its scripts could use the API with the client certificate of
 * the browser, and replace the dashboard. Programs, and what a page loads afterwards, are not affected. Nor is a page that is read through a proxy
 * which says so, as that of `kubectl proxy` does: its origin is that of the proxy, and a browser cannot be made to claim it for a page.
 * @param headers of the response, changed here. @param asked those of the request.
 */
export function keepApart(headers: Headers, asked: IncomingHttpHeaders): void {
  // It would let a script of a backend answer for all paths.
  headers.delete('service-worker-allowed');
  if (!DOCUMENTS.has(String(asked['sec-fetch-dest'])) || asked['x-forwarded-for'] !== undefined) return;
  // In addition to those of the backend: a browser applies all of them.
  headers.set('content-security-policy', [...(headers.get('content-security-policy') ?? []), SANDBOX]);
}
