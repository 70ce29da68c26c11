import { Injectable } from '@nestjs/common';
import type { PublicRequests } from '@orch/dashboard';
import type { Filter, ServerRequest } from '@orch/http';
import { productVersion } from '@orch/process';
import { ServerContext } from '../context/server-context.js';
import { isDashboardPath, isStreamPath } from './dashboard-paths.js';

/** The dashboard of an API server. Its library is loaded by its first request: the start does not pay for it. */
@Injectable()
export class DashboardRequests {
  private openRequests: Promise<PublicRequests> | undefined;

  constructor(private readonly context: ServerContext) {}

  /** Answers what needs no user: the page, its configuration, login. */
  readonly publicFilter: Filter = (next) => (request) => {
    const { isResource, path } = request.info;
    if (isResource || !isDashboardPath(path) || isStreamPath(path)) return next(request);
    return this.answer(request);
  };

  private async answer({ raw, reply }: ServerRequest): Promise<void> {
    const requests = await (this.openRequests ??= this.open());
    await requests.handle(raw, reply);
  }

  private async open(): Promise<PublicRequests> {
    const { PublicRequests } = await import('@orch/dashboard');
    const { vocabulary } = this.context.options;
    return new PublicRequests({ vocabulary, certificates: true, version: productVersion() });
  }
}
