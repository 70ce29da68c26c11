import { ApiFailure } from '../api/failure';
import { LINK } from '../route/route';

/** The code of `#link=CODE`, which is removed from the address at once. */
export function takeLinkCode(): string | undefined {
  if (!location.hash.startsWith(LINK)) return undefined;
  const code = location.hash.slice(LINK.length);
  history.replaceState(null, '', location.pathname);
  return code;
}

/** Exchanges a code for a token. @throws ApiFailure 401 when it was used before or is too old. */
export async function redeemLink(code: string): Promise<string> {
  const response = await fetch('login/link', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  if (!response.ok) {
    throw new ApiFailure(
      response.status,
      response.status === 401
        ? 'This link was used before or is too old. Each link works once, for ten minutes: start Orch again for a new one, or sign in with a token.'
        : `The server answered ${response.status}.`,
    );
  }
  const { token } = (await response.json()) as { token: string };
  return token;
}
