import { ApiFailure, type Status } from '../api/failure';
import type { OidcConfig } from './server-config';

/** Carries the answer of the issuer from its window to the page, both of this origin. The code is useless without the verifier. */
const CHANNEL = 'dashboard-sign-in';

interface Answer {
  readonly state: string;
  readonly code?: string;
  readonly error?: string;
}

const redirectUri = (): string => `${location.origin}/dashboard/`;

function randomText(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

async function authorizationUrl(config: OidcConfig, state: string, verifier: string): Promise<string> {
  const challenge = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)));
  const url = new URL(config.authorizationEndpoint);
  const parameters = {
    response_type: 'code',
    client_id: config.clientId,
    redirect_uri: redirectUri(),
    scope: config.scopes.join(' '),
    state,
    code_challenge: base64Url(challenge),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Lets the user sign in at the issuer, in a window of its own, so that the verifier (PKCE) stays in the memory of this page.
 * @param isCancelled ends the wait for the other window.
 * @returns the ID token. @throws ApiFailure
 */
export async function signInAtIssuer(config: OidcConfig, isCancelled: AbortSignal): Promise<string> {
  const [state, verifier] = [randomText(), randomText()];
  // Before anything is awaited: a browser blocks windows that do not follow a click at once.
  const issuer = open('', '_blank', 'popup,width=520,height=680');
  if (issuer === null)
    throw new ApiFailure(-1, 'The browser blocked the window of the issuer: allow windows for this page.');
  const answer = answerOf(state, isCancelled);
  issuer.location.href = await authorizationUrl(config, state, verifier);
  const { code, error } = await answer;
  if (code === undefined) throw new ApiFailure(-1, `The issuer refused: ${error ?? 'no reason given'}.`);
  const response = await fetch('login/oidc', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, verifier, redirectUri: redirectUri() }),
  });
  const result = (await response.json()) as { token: string } | Status;
  if (!response.ok || !('token' in result)) {
    throw new ApiFailure(
      response.status,
      ('message' in result && result.message) || `The server answered ${response.status}.`,
    );
  }
  return result.token;
}

function answerOf(state: string, isCancelled: AbortSignal): Promise<Answer> {
  const channel = new BroadcastChannel(CHANNEL);
  return new Promise<Answer>((resolve, reject) => {
    channel.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if (data.state === state) resolve(data);
    });
    isCancelled.addEventListener('abort', () => reject(new ApiFailure(-1, 'Signing in was cancelled.')));
  }).finally(() => channel.close());
}

/** In the window to which the issuer returned: hands its answer to the page that waits. @returns whether this is that window. */
export function handOverAnswer(): boolean {
  const query = new URLSearchParams(location.search);
  const [state, code, error] = [
    query.get('state'),
    query.get('code'),
    query.get('error_description') ?? query.get('error'),
  ];
  if (state === null || (code === null && error === null)) return false;
  history.replaceState(null, '', location.pathname);
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ state, ...(code === null ? { error } : { code }) });
  channel.close();
  close();
  return true;
}
