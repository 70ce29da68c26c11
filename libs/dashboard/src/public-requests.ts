import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, type Clock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import { vocabularyByName, type VocabularyName } from '@orch/vocabulary';
import { type LoginOptions, LoginRequests } from './login/login-requests.js';
import { PageFiles } from './page/page-files.js';
import type { PageConfig } from './page/page-config.js';
import { sendJson, sendText, servePage } from './page/serve-page.js';
import { pageFolder } from './page/page-folder.js';
import { BASE, pathOf } from './paths.js';

/** What a dashboard offers. */
export interface DashboardOptions {
  /** Name of the vocabulary of the server. */
  readonly vocabulary: VocabularyName;
  /** Whether the server asks browsers for a client certificate. */
  readonly certificates: boolean;
  readonly version: string;
  readonly login?: LoginOptions;
  /** Folder of the built page. Default: that of the installation. */
  readonly folder?: string | undefined;
  /** Waits for the turn of the client of a request: thousands may wait for one answer of the issuer. Default: no wait. */
  readonly inTurn?: (request: IncomingMessage) => Promise<void>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Credentials that some other product would put into a URL, where logs and histories keep them. */
const SECRET_PARAMETERS = ['token', 'access_token', 'id_token', 'link', 'password'];

/**
 * The requests of the dashboard that need no user: the page, its configuration, login. Anyone may load the page; it is the same for all, and
 * without a login it can read nothing.
 */
export class PublicRequests {
  private readonly files: PageFiles;
  private readonly login: LoginRequests;

  constructor(private readonly options: DashboardOptions) {
    this.files = new PageFiles(options.folder ?? pageFolder());
    this.login = new LoginRequests(options.login ?? {}, options.clock, options.log);
  }

  /** Answers a request below {@link BASE}. Never rejects for what a client sends. */
  async handle(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    try {
      await this.answer(request, reply);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { retryAfterSeconds } = error.details ?? {};
      const retry = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
      sendJson(request, reply, error.code, error.toStatus(), {
        ...retry,
        ...(request.complete || request.httpVersionMajor > 1 ? {} : { Connection: 'close' }),
      });
    }
  }

  /** Closes connections to an issuer. */
  async close(): Promise<void> {
    await this.login.close();
  }

  private async answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { method, url = '/' } = request;
    const path = pathOf(url);
    const query = new URLSearchParams(url.slice(path.length + 1));
    if (SECRET_PARAMETERS.some((name) => query.has(name))) {
      throw ApiError.badRequest('credentials do not belong into a URL: send them as the page does');
    }
    if (method === 'POST') {
      const token = await this.login.answer(path, request);
      if (token) return sendJson(request, reply, 200, token);
    } else if (method === 'GET' || method === 'HEAD') {
      if (`${path}/` === BASE) return sendText(request, reply, 308, '', { Location: BASE });
      if (path === `${BASE}config.json`) return sendJson(request, reply, 200, await this.config(request));
      return servePage(this.files, path.slice(BASE.length), request, reply);
    }
    throw ApiError.methodNotAllowed();
  }

  private async config(request: IncomingMessage): Promise<PageConfig> {
    const { vocabulary, version, certificates, inTurn } = this.options;
    const offered = await this.login.offered();
    await inTurn?.(request);
    const { groups: all, metricsGroups, secretTypes, annotations } = vocabularyByName(vocabulary);
    const groups = { meta: all.meta, apidiscovery: all.apidiscovery, metrics: metricsGroups.resource };
    const { tls: tlsSecret, bootstrapToken } = secretTypes;
    const names = { tlsSecret, bootstrapToken, controllerStatus: annotations.controllerStatus };
    return { vocabulary, groups, names, version, login: { token: true, certificate: certificates, ...offered } };
  }
}
