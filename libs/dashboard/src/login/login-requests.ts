import type { IncomingMessage } from 'node:http';
import { ApiError, type Clock, formatTime, isOwnOrigin } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import { refuseCrossSite } from '../cross-site.js';
import type { PageConfig } from '../page/page-config.js';
import { BASE } from '../paths.js';
import { Attempts } from './attempts.js';
import { OidcLogin, type OidcLoginOptions } from './oidc-login.js';
import { readSmallObject, textField } from './small-body.js';

/** A token of a session, or of an issuer. */
export interface LoginToken {
  readonly token: string;
  /** Unit: milliseconds since 1970. */
  readonly expiresMs: number;
}

/** One-time links of a server. */
export interface LoginLinks {
  /** Whether there is one that may still be used. */
  isOpen(): boolean;
  /** Begins a session of the administrator; undefined for a code that is wrong, used or expired. */
  redeem(code: string): LoginToken | undefined;
}

/** Ways of logging in, apart from credentials that a user has already. */
export interface LoginOptions {
  /** Default: none. */
  readonly links?: LoginLinks | undefined;
  /** Default: none. */
  readonly oidc?: OidcLoginOptions | undefined;
}

/** `POST /dashboard/login/...`: a code for a token. Codes and tokens are in bodies only, and never logged. */
export class LoginRequests {
  private readonly attempts: Attempts;
  private readonly oidc: OidcLogin | undefined;

  constructor(
    private readonly options: LoginOptions,
    clock: Clock,
    private readonly log: Logger,
  ) {
    this.attempts = new Attempts(clock);
    this.oidc = options.oidc && new OidcLogin(options.oidc, clock, log);
  }

  /** What the page may offer. */
  async offered(): Promise<Pick<PageConfig['login'], 'link' | 'oidc'>> {
    return { link: this.options.links?.isOpen() === true, oidc: (await this.oidc?.page()) ?? null };
  }

  /**
   * @param path of the request.
   * @returns undefined when there is no such login.
   * @throws ApiError.
   */
  async answer(
    path: string,
    raw: IncomingMessage,
  ): Promise<{ readonly token: string; readonly expires: string } | undefined> {
    const login = this.loginAt(path);
    if (!login) return undefined;
    refuseCrossSite(raw.headers);
    const address = raw.socket.remoteAddress;
    if (this.attempts.areTooMany(address))
      throw ApiError.tooManyRequests('too many failed logins: wait a few seconds', 6);
    const body = await readSmallObject(raw);
    try {
      const { token, expiresMs } = await login(body, raw);
      this.log.info('dashboard login', { with: path.slice(LOGIN.length), address });
      return { token, expires: formatTime(expiresMs) };
    } catch (error) {
      if (error instanceof ApiError && error.code !== 503) {
        this.attempts.failed(address);
        this.log.warn('dashboard login refused', { with: path.slice(LOGIN.length), address, code: error.code });
      }
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.oidc?.close();
  }

  private loginAt(
    path: string,
  ): ((body: Readonly<Record<string, unknown>>, raw: IncomingMessage) => LoginToken | Promise<LoginToken>) | undefined {
    const { oidc, options } = this;
    const { links } = options;
    if (path === `${LOGIN}link` && links) return (body) => redeem(links, body);
    if (path === `${LOGIN}oidc` && oidc) return (body, raw) => oidc.exchange(oidcCode(body, raw));
    return undefined;
  }
}

const LOGIN = `${BASE}login/`;

function redeem(links: LoginLinks, body: Readonly<Record<string, unknown>>): LoginToken {
  const session = links.redeem(textField(body, 'code'));
  if (!session) throw new ApiError('Unauthorized', 'the link was used before, is too old, or is of another server: restart `orch up` for another one, or log in with a token'); // prettier-ignore
  return session;
}

/** The issuer sends the user back to this page only. */
function oidcCode(body: Readonly<Record<string, unknown>>, { headers }: IncomingMessage) {
  const redirectUri = textField(body, 'redirectUri');
  const url = URL.canParse(redirectUri) ? new URL(redirectUri) : undefined;
  if (
    !url ||
    url.pathname !== BASE ||
    url.search + url.hash + url.username + url.password !== '' ||
    !isOwnOrigin(url.origin, headers)
  ) {
    throw ApiError.badRequest('redirectUri must be the address of this page');
  }
  return { code: textField(body, 'code'), verifier: textField(body, 'verifier', 128), redirectUri };
}
