import { buffer } from 'node:stream/consumers';
import { ApiError, decodeJson, type Clock, type CodecLimits } from '@orch/apimachinery';
import { boundedConnector } from '@orch/connections';
import type { Logger } from '@orch/process';
import { Agent } from 'undici';
import type { PageOidc } from '../page/page-config.js';

/** A client of an OpenID Connect issuer. */
export interface OidcLoginOptions {
  /** `https://...`, as ID tokens have it in `iss`. */
  readonly issuer: string;
  readonly clientId: string;
  /** Of a confidential client. Undefined: a public one, which proves itself by PKCE alone. */
  readonly clientSecret: string | undefined;
  readonly scopes: readonly string[];
  /** PEM of the authorities of the issuer's certificate. Undefined: those that Node trusts. */
  readonly ca: string | undefined;
}

/** What came back from the issuer. */
export interface OidcCode {
  readonly code: string;
  /** Of PKCE. */
  readonly verifier: string;
  readonly redirectUri: string;
}

/** An ID token, and when it expires. Unit: milliseconds since 1970. */
export interface OidcToken {
  readonly token: string;
  readonly expiresMs: number;
}

const ANSWER_MS = 5_000;
const MAX_ANSWER_BYTES = 1_048_576;
const MAX_CONNECTIONS = 4;
/** Decoded in one turn of the event loop. */
const LIMITS: CodecLimits = { maxDepth: 64, maxFields: 20_000 };
/** The last second that a date can have, since 1970. */
const MAX_SECONDS = 8_640_000_000_000;
/** How long the answer to a discovery is used, and how long a failure. Unit: milliseconds. */
const KNOWN_MS = 60 * 60 * 1_000;
const RETRY_MS = 10_000;

interface Endpoints {
  readonly authorization: string;
  readonly token: string;
}

/** The server's part of a login with OpenID Connect: where the page sends the user, and the exchange of a code for an ID token. */
export class OidcLogin {
  private readonly agent: Agent;
  private known: { readonly endpoints: Promise<Endpoints | undefined>; readonly untilMs: number } | undefined;

  constructor(
    private readonly options: OidcLoginOptions,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {
    const { ca } = options;
    this.agent = new Agent({
      connections: MAX_CONNECTIONS,
      maxResponseSize: MAX_ANSWER_BYTES,
      allowH2: false,
      connect: boundedConnector({ timeout: ANSWER_MS, ...(ca === undefined ? {} : { ca }) }),
    });
  }

  /** What the page needs. Undefined while the issuer does not answer: the log says why. */
  async page(): Promise<PageOidc | undefined> {
    const endpoints = await this.endpoints();
    const { issuer, clientId, scopes } = this.options;
    return endpoints && { issuer, clientId, scopes, authorizationEndpoint: endpoints.authorization };
  }

  /** @throws ApiError Unauthorized when the issuer refuses the code, ServiceUnavailable when it does not answer. */
  async exchange({ code, verifier, redirectUri }: OidcCode): Promise<OidcToken> {
    const endpoints = await this.endpoints();
    if (!endpoints) throw unavailable();
    const { clientId, clientSecret } = this.options;
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
      client_id: clientId,
    });
    const { status, json } = await this.post(endpoints.token, form.toString(), clientSecret);
    if (status !== 200) throw this.refused(status, json['error']);
    const token = json['id_token'];
    const expiresMs = typeof token === 'string' ? expiryOf(token) : undefined;
    if (typeof token !== 'string' || expiresMs === undefined) throw this.refused(status, 'no_id_token');
    return { token, expiresMs };
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private async post(
    url: string,
    body: string,
    secret: string | undefined,
  ): Promise<{ status: number; json: Readonly<Record<string, unknown>> }> {
    const { clientId } = this.options;
    const basic = (text: string): string => encodeURIComponent(text);
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      ...(secret === undefined
        ? {}
        : { authorization: `Basic ${Buffer.from(`${basic(clientId)}:${basic(secret)}`).toString('base64')}` }),
    };
    try {
      return await this.request(url, { method: 'POST', headers, body });
    } catch (error) {
      this.log.warn('the token endpoint of the OpenID Connect issuer does not answer', { url, error });
      throw unavailable();
    }
  }

  /** The discovery document, kept for an hour. A failure is kept for some seconds, so that visitors do not flood the issuer. */
  private endpoints(): Promise<Endpoints | undefined> {
    const nowMs = this.clock.now();
    if (!this.known || nowMs >= this.known.untilMs) {
      const endpoints = this.discover().catch((error: unknown) => {
        this.log.warn('the OpenID Connect issuer of the dashboard cannot be used', {
          issuer: this.options.issuer,
          error,
        });
        this.known = { endpoints: Promise.resolve(undefined), untilMs: this.clock.now() + RETRY_MS };
        return undefined;
      });
      this.known = { endpoints, untilMs: nowMs + KNOWN_MS };
    }
    return this.known.endpoints;
  }

  private async discover(): Promise<Endpoints> {
    const { issuer } = this.options;
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const { status, json } = await this.request(url, { method: 'GET', headers: { accept: 'application/json' } });
    if (status !== 200) throw new Error(`${url}: answered ${status}`);
    if (json['issuer'] !== issuer) throw new Error(`${url}: says issuer ${JSON.stringify(json['issuer'])}`);
    return { authorization: httpsUrl(json, 'authorization_endpoint'), token: httpsUrl(json, 'token_endpoint') };
  }

  private async request(
    url: string,
    options: {
      readonly method: 'GET' | 'POST';
      readonly headers: Readonly<Record<string, string>>;
      readonly body?: string;
    },
  ): Promise<{ status: number; json: Readonly<Record<string, unknown>> }> {
    const { origin, pathname, search } = new URL(url);
    const { statusCode, body } = await this.agent.request({
      ...options,
      origin,
      path: pathname + search,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    // By iteration, which joins what has arrived: undici keeps a list, in which chunks of one byte take a hundred times their size.
    const { value } = decodeJson(await buffer(body), LIMITS);
    if (typeof value !== 'object' || value === null) throw new Error(`${url}: the answer is not a JSON object`);
    return { status: statusCode, json: value as Record<string, unknown> };
  }

  /** Only a registered error code of the issuer reaches the client: its other texts may repeat what was sent. */
  private refused(status: number, error: unknown): ApiError {
    const code = typeof error === 'string' && /^[a-z_]{1,64}$/.test(error) ? error : 'unknown error';
    this.log.warn('the OpenID Connect issuer refused a login', { issuer: this.options.issuer, status, code });
    return new ApiError('Unauthorized', `the issuer refused the login (${code}): log in again`);
  }
}

const unavailable = (): ApiError =>
  ApiError.serviceUnavailable('the OpenID Connect issuer does not answer; see the log of the server', 10);

function httpsUrl(document: Readonly<Record<string, unknown>>, field: string): string {
  const url = document[field];
  if (typeof url === 'string' && URL.canParse(url) && new URL(url).protocol === 'https:') return url;
  throw new Error(`${field} must be an https URL, not ${JSON.stringify(url)}`);
}

/** Unverified: the API server verifies the token with each request. Undefined for a text that is not a JWT with `exp`. */
function expiryOf(token: string): number | undefined {
  try {
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      readonly exp?: unknown;
    };
    return typeof exp === 'number' && Math.abs(exp) <= MAX_SECONDS ? exp * 1_000 : undefined;
  } catch {
    return undefined; // not a JWT
  }
}
