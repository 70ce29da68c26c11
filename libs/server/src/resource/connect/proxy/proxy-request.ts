import { request } from 'node:http';
import { takeYourTime } from '../../../http/unhurried.js';
import { hasBody } from '../../../request/read-body.js';
import type { RequestContext } from '../../../request/request-context.js';
import { CLIENT_GONE } from '../../../request/server-request.js';
import type { IsCredential } from './credential-headers.js';
import type { Dial } from './dial.js';
import { joinConnections } from './join-connections.js';
import type { ProxiedPath } from './proxied-path.js';
import { hostOf, type ProxyTarget } from './proxy-target.js';
import { requestHeaders, wantsUpgrade } from './request-headers.js';
import { responseHeaders } from './response-headers.js';
import { sendBack } from './send-back.js';
import { BrokenOff, IdleTooLong, unreachable } from './unreachable.js';

/** Long polls and watches are silent for long; a side that went without a word is found out in the end. */
const IDLE_MS = 3_600_000;

/**
 * Hands a request on and its answer back, both as streams: nothing is kept, a slow side holds up the other, and who goes
 * takes the other along. Redirects are answers like any other. Resolves when all is done.
 * @throws ApiError ServiceUnavailable when no answer comes, or it breaks off.
 */
export async function proxyRequest(
  context: RequestContext,
  target: ProxyTarget,
  place: ProxiedPath,
  { dial, isCredential }: { readonly dial: Dial; readonly isCredential: IsCredential },
): Promise<void> {
  const { raw, reply, signal } = context;
  const bringsBody = hasBody(raw);
  if (bringsBody) takeYourTime(raw);
  const socket = await dial(target, signal).catch((cause: unknown) => {
    throw unreachable(target, cause);
  });
  socket.setTimeout(IDLE_MS, () => socket.destroy(new IdleTooLong()));
  if (raw.headers.expect !== undefined) reply.writeContinue();
  const origin = { prefix: place.prefix, targetHost: hostOf(target), requestHost: raw.headers.host };
  await new Promise<void>((resolve, reject) => {
    let joined = false;
    const outgoing = request({
      createConnection: () => socket,
      host: target.ip,
      port: target.port,
      method: context.method,
      path: (place.path === '' ? '/' : place.path) + place.query,
    });
    for (const [name, values] of requestHeaders(raw, place, isCredential)) outgoing.setHeader(name, values);
    const fail = (cause: unknown): void => {
      socket.destroy();
      reject(unreachable(target, cause));
    };
    const onAbort = (): void => {
      // Whose connection was joined gets no more HTTP, and who is gone nothing at all.
      if (!joined && signal.reason !== CLIENT_GONE) return fail(signal.reason);
      socket.destroy();
      resolve();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    outgoing.once('response', (response) => {
      outgoing.off('error', fail).on('error', ignoreUnreadBody);
      sendBack(response, responseHeaders(response, context, origin), context, resolve, fail);
    });
    // Who was not asked to change the protocol and does so all the same is cut by Node.
    if (wantsUpgrade(raw)) {
      outgoing.once('upgrade', (response, upstream, head) => {
        joined = true;
        joinConnections(response, responseHeaders(response, context, origin), context, upstream, head);
        upstream.once('close', resolve);
      });
    }
    outgoing.on('error', fail);
    outgoing.once('close', () => {
      if (!joined && !reply.headersSent) fail(new BrokenOff());
    });
    if (bringsBody) raw.pipe(outgoing);
    else outgoing.end();
    if (signal.aborted) onAbort();
  });
}

/** Who has begun to answer may leave the rest of the body unread; what becomes of the answer shows there. */
const ignoreUnreadBody = (): void => undefined;
