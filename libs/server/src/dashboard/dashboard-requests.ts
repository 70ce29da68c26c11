import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { UserInfo } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import type { PublicRequests, WatchStreams } from '@orch/dashboard';
import { commonHeaders, type Filter, type ServerRequest } from '@orch/http';
import { productVersion } from '@orch/process';
import { ServerContext } from '../context/server-context.js';
import { isDashboardPath, isStreamPath, STREAMS_PATH } from './dashboard-paths.js';
import { type Dispatch, InProcessWatches } from './in-process-watches.js';

/** The dashboard of an API server. Its library is loaded by its first request: the start does not pay for it. */
@Injectable()
export class DashboardRequests {
  /** Handles requests of this server. Set by the request pipeline, which has the filters of this class. */
  dispatch: Dispatch | undefined;
  private openRequests: Promise<PublicRequests> | undefined;
  private openStreams: Promise<WatchStreams<IncomingMessage>> | undefined;

  constructor(private readonly context: ServerContext) {}

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
    if (info.path === STREAMS_PATH) return streams.open(ownerOf(user), reply, request.signal, commonHeaders(request));
    streams.command(info.path.slice(STREAMS_PATH.length + 1), ownerOf(user), await request.readBody(), raw);
    reply.writeHead(204, commonHeaders(request));
    reply.end();
  }

  private async loadRequests(): Promise<PublicRequests> {
    const { PublicRequests } = await import('@orch/dashboard');
    const { vocabulary } = this.context.options;
    return new PublicRequests({ vocabulary, certificates: true, version: productVersion() });
  }

  private async loadStreams(): Promise<WatchStreams<IncomingMessage>> {
    const { WatchStreams } = await import('@orch/dashboard');
    const { clock, log } = this.context;
    if (!this.dispatch) throw new Error('the request pipeline is not there yet');
    return new WatchStreams({ source: new InProcessWatches(this.dispatch), clock, log });
  }
}

/** Requests with equal owners have the same rights. Not by `extra`, which differs between two tokens of one account. */
const ownerOf = ({ username, uid, groups }: UserInfo): string =>
  JSON.stringify([username, uid ?? '', [...groups].sort()]);
