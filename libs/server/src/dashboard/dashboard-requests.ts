import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { UserInfo } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import { SessionTokens } from '@orch/authentication';
import type { LoginLink, LoginLinks, OidcLoginOptions, PublicRequests, WatchStreams } from '@orch/dashboard';
import { CLIENT_GONE, commonHeaders, isReplyClosed, networkTurn, type Filter, type ServerRequest } from '@orch/http';
import { productVersion, readText } from '@orch/process';
import { administrator } from '../bootstrap/client-credentials.js';
import { ServerContext } from '../context/server-context.js';
import type { DashboardOidcOptions } from '../options/dashboard-flags.js';
import { isDashboardPath, isStreamPath, STREAMS_PATH } from './dashboard-paths.js';
import { type Dispatch, InProcessWatches } from './in-process-watches.js';

/** The dashboard of an API server. Its library is loaded by its first request: the start does not pay for it. */
@Injectable()
export class DashboardRequests {
  /** Handles requests of this server. Set by the request pipeline, which has the filters of this class. */
  dispatch: Dispatch | undefined;
  private openRequests: Promise<PublicRequests> | undefined;
  private openStreams: Promise<WatchStreams<IncomingMessage>> | undefined;

  /** From then on the time of a one-time link runs. */
  private readonly startedMs: number;

  constructor(
    private readonly context: ServerContext,
    private readonly sessions: SessionTokens,
  ) {
    this.startedMs = context.clock.now();
  }

  /** Answers what needs no user: the page, its configuration, login. */
  readonly publicFilter: Filter = (next) => (request) => {
    const { isResource, path } = request.info;
    if (isResource || !isDashboardPath(path) || isStreamPath(path)) return next(request);
    return this.answer(request);
  };

  /** Opens streams of watches, and passes commands to them, for authorized users. */
  readonly streamFilter: Filter = (next) => (request) => {
    const { isResource, path } = request.info;
    return isResource || !isStreamPath(path) ? next(request) : this.stream(request);
  };

  private async answer({ raw, reply }: ServerRequest): Promise<void> {
    const requests = await (this.openRequests ??= this.loadRequests());
    await requests.handle(raw, reply);
  }

  private async stream(request: ServerRequest): Promise<void> {
    const { info, method, headers, raw, reply, user } = request;
    if (method !== 'POST') throw ApiError.methodNotAllowed();
    const { refuseCrossSite } = await import('@orch/dashboard');
    refuseCrossSite(headers);
    const streams = await (this.openStreams ??= this.loadStreams());
    if (isReplyClosed(reply)) throw CLIENT_GONE; // its `close` has passed: a stream of it would not end
    if (info.path === STREAMS_PATH) return streams.open(ownerOf(user), reply, request.signal, commonHeaders(request));
    streams.command(info.path.slice(STREAMS_PATH.length + 1), ownerOf(user), await request.readBody(), raw);
    reply.writeHead(204, commonHeaders(request));
    reply.end();
  }

  private async loadRequests(): Promise<PublicRequests> {
    const { LoginLink, PublicRequests } = await import('@orch/dashboard');
    const { options, clock, log } = this.context;
    const { vocabulary, dashboardLinkDigest: digest, dashboardOidc } = options;
    const links = digest === undefined ? undefined : this.linksOf(new LoginLink(digest, clock, this.startedMs));
    const oidc = dashboardOidc && (await oidcLogin(dashboardOidc));
    const login = { links, oidc };
    const requests = new PublicRequests({
      vocabulary,
      certificates: true,
      version: productVersion(),
      login,
      inTurn: networkTurn,
      clock,
      log,
    });
    this.context.onClose(() => requests.close());
    return requests;
  }

  /** The administrator, as `admin.conf` names him. */
  private linksOf(link: LoginLink): LoginLinks {
    const { options, vocabulary } = this.context;
    const { user: username, groups } = administrator(options.dataDir, vocabulary);
    return {
      isOpen: () => link.isOpen,
      redeem: (code) => (link.redeem(code) ? this.sessions.issue({ username, groups }) : undefined),
    };
  }

  private async loadStreams(): Promise<WatchStreams<IncomingMessage>> {
    const { WatchStreams } = await import('@orch/dashboard');
    const { clock, log } = this.context;
    if (!this.dispatch) throw new Error('the request pipeline is not there yet');
    return new WatchStreams({ source: new InProcessWatches(this.dispatch), clock, log });
  }
}

async function oidcLogin(options: DashboardOidcOptions): Promise<OidcLoginOptions> {
  const { issuerUrl: issuer, clientId, clientSecretFile, scopes, caFile } = options;
  const textOf = async (file: string | undefined) => (file === undefined ? undefined : readText(file));
  const [secret, ca] = await Promise.all([textOf(clientSecretFile), textOf(caFile)]);
  return { issuer, clientId, clientSecret: secret?.trim(), scopes, ca };
}

/** Requests with equal owners have the same rights. Not by `extra`, which differs between two tokens of one account. */
const ownerOf = ({ username, uid, groups }: UserInfo): string =>
  JSON.stringify([username, uid ?? '', [...groups].sort()]);
