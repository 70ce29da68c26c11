import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, type Clock } from '@orch/apimachinery';
import { productVersion, type Logger } from '@orch/process';
import { vocabularyByName, type VocabularyName } from '@orch/vocabulary';
import { refuseCrossSite } from '../cross-site.js';
import { readBounded } from '../login/small-body.js';
import type { OidcLoginOptions } from '../login/oidc-login.js';
import { sendJson, sendText } from '../page/serve-page.js';
import { BASE, pathOf } from '../paths.js';
import { PublicRequests } from '../public-requests.js';
import { MAX_COMMAND_BYTES } from '../streams/read-command.js';
import { WatchStreams } from '../streams/watch-streams.js';
import { ApiClient, credentialsOf } from './api-client.js';
import { type CredentialHeaders, HttpWatches } from './http-watches.js';
import { namesLoopback } from './own-hosts.js';
import { isApiPath, passOn } from './reverse-proxy.js';

/** A dashboard in front of an API server. */
export interface FrontOptions {
  /** `https://HOST:PORT` of the API server. */
  readonly server: string;
  /** PEM of the authorities of its certificate. Default: those that Node trusts. */
  readonly ca?: string | undefined;
  /** Of the API server. */
  readonly vocabulary: VocabularyName;
  /** Login with OpenID Connect. Default: none. */
  readonly oidc?: OidcLoginOptions | undefined;
  /** Whether requests must name this computer: true when it listens on a loopback address. */
  readonly loopbackOnly: boolean;
  /** Folder of the built page. Default: that of the installation. */
  readonly folder?: string | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

const STREAMS = `${BASE}streams`;

/**
 * The dashboard as a server of its own: serves the page, carries watches, and passes requests on to the API server, with the credentials that
 * users send and none of its own.
 */
export class FrontServer {
  private readonly requests: PublicRequests;
  private readonly streams: WatchStreams<CredentialHeaders>;
  private readonly api: ApiClient;
  private readonly stopping = new AbortController();

  constructor(private readonly options: FrontOptions) {
    const { server, ca, vocabulary, oidc, folder, clock, log } = options;
    this.api = new ApiClient(server, ca);
    // Certificates of browsers end here: they cannot be passed on.
    const shown = { vocabulary, certificates: false, version: productVersion(), login: { oidc }, folder };
    this.requests = new PublicRequests({ ...shown, clock, log });
    this.streams = new WatchStreams({ source: new HttpWatches(this.api), clock, log });
  }

  /** Whether a request is one of the dashboard or of the API. */
  serves({ url = '/' }: IncomingMessage): boolean {
    const path = pathOf(url);
    return path.startsWith(BASE) || `${path}/` === BASE || isApiPath(path);
  }

  /** Answers a request. Never throws. */
  readonly handle = (raw: IncomingMessage, reply: ServerResponse): void => {
    reply.on('error', () => undefined); // the client is gone: `close` follows
    this.answer(raw, reply).catch((error: unknown) => this.fail(raw, reply, error));
  };

  /** Ends all streams. */
  stop(): void {
    this.stopping.abort();
  }

  /** Closes connections to the API server. */
  async close(): Promise<void> {
    await Promise.all([this.requests.close(), this.api.close()]);
  }

  private async answer(raw: IncomingMessage, reply: ServerResponse): Promise<void> {
    const path = pathOf(raw.url ?? '/');
    if (this.options.loopbackOnly && !namesLoopback(raw.headers)) {
      throw new ApiError(
        'Forbidden',
        'this dashboard answers at 127.0.0.1 and localhost only: --bind-address lets it answer elsewhere',
      );
    }
    if (path === STREAMS || path.startsWith(`${STREAMS}/`)) return this.stream(path, raw, reply);
    if (path.startsWith(BASE) || `${path}/` === BASE) return this.requests.handle(raw, reply);
    if (isApiPath(path)) return passOn(this.api, raw, reply, this.options.log);
    if (path === '/') return sendText(raw, reply, 302, '', { Location: BASE });
    sendText(raw, reply, 404, '404 page not found\n');
  }

  private async stream(path: string, raw: IncomingMessage, reply: ServerResponse): Promise<void> {
    if (raw.method !== 'POST') throw ApiError.methodNotAllowed();
    refuseCrossSite(raw.headers);
    const credentials = credentialsOf(raw);
    const owner = createHash('sha256').update(JSON.stringify(credentials)).digest('base64');
    if (path !== STREAMS) {
      this.streams.command(
        path.slice(STREAMS.length + 1),
        owner,
        await readBounded(raw, MAX_COMMAND_BYTES),
        credentials,
      );
      reply.writeHead(204);
      return void reply.end();
    }
    raw.resume();
    await this.authenticate(credentials);
    if (!reply.closed) this.streams.open(owner, reply, this.stopping.signal);
  }

  /** Asks the API server whether it knows the user. @throws ApiError with its answer when it does not. */
  private async authenticate(credentials: CredentialHeaders): Promise<void> {
    const group = vocabularyByName(this.options.vocabulary).groups.authorization;
    const body = JSON.stringify({ spec: { nonResourceAttributes: { path: STREAMS, verb: 'post' } } });
    const headers = { ...credentials, 'content-type': 'application/json', accept: 'application/json' };
    const path = `/apis/${group}/v1/selfsubjectaccessreviews`;
    const { statusCode, body: answer } = await this.api
      .send({ method: 'POST', path, headers, body })
      .catch((error: unknown) => {
        this.options.log.warn('the API server does not answer', { error });
        throw ApiError.serviceUnavailable('the API server does not answer; see the log of the dashboard', 1, error);
      });
    await answer.dump();
    if (statusCode === 401) throw ApiError.unauthorized();
    if (statusCode !== 201)
      throw new ApiError('Forbidden', 'the API server does not let this user ask for his rights: log in'); // anonymous
  }

  private fail(raw: IncomingMessage, reply: ServerResponse, error: unknown): void {
    if (reply.headersSent) return void reply.destroy();
    if (!(error instanceof ApiError)) this.options.log.error('request failed', { error, path: pathOf(raw.url ?? '/') });
    const answer =
      error instanceof ApiError
        ? error
        : ApiError.internal('the request could not be served; see the log of the dashboard');
    sendJson(raw, reply, answer.code, answer.toStatus(), raw.complete ? {} : { Connection: 'close' });
  }
}
