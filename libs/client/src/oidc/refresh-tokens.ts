import { Agent, type Dispatcher } from 'undici';
import { ConfigurationError } from '../configuration/configuration-error.js';
import { connectionFailure } from '../errors/connection-failure.js';
import type { OidcCredentials, ProviderTokens } from '../configuration/oidc-credentials.js';

/** Timeout of a request to the provider. */
const LIMIT_MS = 30_000;
const MAX_ANSWER_BYTES = 1_048_576;

type Document = Readonly<Record<string, unknown>>;

/**
 * Exchanges a refresh token for new tokens at the token endpoint of the provider's discovery document (B-062..B-066).
 * @throws ConfigurationError when the provider refuses, or gives no ID token (B-070); TransportError when it cannot be reached.
 */
export async function refreshTokens(credentials: OidcCredentials, refreshToken: string): Promise<ProviderTokens> {
  const { issuerUrl, ca } = credentials;
  const agent = new Agent({
    maxResponseSize: MAX_ANSWER_BYTES,
    connect: { timeout: LIMIT_MS, ...(ca === undefined ? {} : { ca }) },
  });
  const signal = AbortSignal.timeout(LIMIT_MS);
  try {
    const discovery = `${issuerUrl.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const found = await answered(
      credentials,
      agent.request({ ...target(credentials, discovery), method: 'GET', signal }),
    );
    if (found.status !== 200) throw failed(credentials, `${discovery} answered ${found.status}`);
    const endpoint = target(credentials, found.document['token_endpoint']);
    const request = tokenRequest(credentials, refreshToken, found.document['token_endpoint_auth_methods_supported']);
    return tokensIn(
      credentials,
      await answered(credentials, agent.request({ ...endpoint, ...request, signal })),
      refreshToken,
    );
  } finally {
    await agent.destroy();
  }
}

interface Answer {
  readonly status: number;
  readonly document: Document;
}

function tokensIn(credentials: OidcCredentials, { status, document }: Answer, refreshToken: string): ProviderTokens {
  if (status !== 200) {
    const why = [document['error'], document['error_description']]
      .filter((text) => typeof text === 'string')
      .join(': ');
    throw failed(credentials, `the provider answered ${status}${why === '' ? '' : ` (${why})`}`);
  }
  const { id_token: idToken, refresh_token: next } = document;
  if (typeof idToken !== 'string' || idToken === '') {
    throw failed(credentials, 'the provider gives no id_token for a refresh token, so it cannot be used this way');
  }
  return { idToken, refreshToken: typeof next === 'string' && next !== '' ? next : refreshToken };
}

/** Clients with a secret authenticate by a method of the provider; public clients send their id only. */
function tokenRequest({ clientId, clientSecret }: OidcCredentials, refreshToken: string, methods: unknown) {
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
  const inBody =
    clientSecret === undefined ||
    (Array.isArray(methods) && !methods.includes('client_secret_basic') && methods.includes('client_secret_post'));
  if (inBody) {
    form.set('client_id', clientId);
    if (clientSecret !== undefined) form.set('client_secret', clientSecret);
  }
  const basic = [clientId, clientSecret ?? ''].map(encodeURIComponent).join(':');
  return {
    method: 'POST' as const,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(inBody ? {} : { authorization: `Basic ${Buffer.from(basic).toString('base64')}` }),
    },
    body: form.toString(),
  };
}

function target(credentials: OidcCredentials, url: unknown): { readonly origin: string; readonly path: string } {
  // A refresh token is a credential like a password: never send it unencrypted.
  if (typeof url !== 'string' || !URL.canParse(url) || new URL(url).protocol !== 'https:') {
    throw failed(credentials, `${JSON.stringify(url)} is not an https URL`);
  }
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
}

async function answered(credentials: OidcCredentials, request: Promise<Dispatcher.ResponseData>): Promise<Answer> {
  let text: string;
  let status: number;
  try {
    const answer = await request;
    status = answer.statusCode;
    text = await answer.body.text();
  } catch (error) {
    throw connectionFailure(error, `the issuer ${credentials.issuerUrl}`);
  }
  return { status, document: documentIn(text) };
}

/** Empty for a response body that is not a JSON object. */
function documentIn(text: string): Document {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Document) : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

const failed = ({ entry, issuerUrl }: OidcCredentials, why: string): ConfigurationError =>
  new ConfigurationError(
    'Invalid',
    `${entry.file}: no new token of ${issuerUrl} for "${entry.user}": ${why}; sign in again, or give --token`,
  );
