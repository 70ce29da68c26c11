import type { IncomingMessage, ServerResponse } from 'node:http';
import { PageFiles } from './page/page-files.js';
import type { PageConfig, PageOidc } from './page/page-config.js';
import { sendJson, sendText, servePage } from './page/serve-page.js';
import { pageFolder } from './page/page-folder.js';
import { BASE, pathOf } from './paths.js';

/** What a dashboard offers. */
export interface DashboardOptions {
  /** Name of the vocabulary of the server. */
  readonly vocabulary: string;
  /** Whether the server asks browsers for a client certificate. */
  readonly certificates: boolean;
  readonly version: string;
  /** Folder of the built page. Default: that of the installation. */
  readonly folder?: string | undefined;
}

/**
 * The requests of the dashboard that need no user: the page, its configuration, login. Anyone may load the page; it is the same for all, and
 * without a login it can read nothing.
 */
export class PublicRequests {
  private readonly files: PageFiles;

  constructor(private readonly options: DashboardOptions) {
    this.files = new PageFiles(options.folder ?? pageFolder());
  }

  /** Answers a request below {@link BASE}. Never rejects for what a client sends. */
  async handle(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const path = pathOf(request.url ?? '/');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendText(request, reply, 405, 'only GET is possible here\n', { Allow: 'GET, HEAD' });
    if (`${path}/` === BASE) return sendText(request, reply, 308, '', { Location: BASE });
    if (path === `${BASE}config.json`) return sendJson(request, reply, 200, await this.config());
    return servePage(this.files, path.slice(BASE.length), request, reply);
  }

  private async config(): Promise<PageConfig> {
    const { vocabulary, version, certificates } = this.options;
    const oidc: PageOidc | null = null;
    return { vocabulary, version, login: { token: true, certificate: certificates, link: false, oidc } };
  }
}
