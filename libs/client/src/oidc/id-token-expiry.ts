/** A token is taken for expired this long before: the request has to arrive, too. */
const MARGIN_MS = 10_000;

/**
 * Whether an ID token is still good for a request. It is not verified: that is for the server. What cannot be read is not good.
 */
export function isFresh(idToken: string, nowMs: number): boolean {
  try {
    const claims: unknown = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
    const exp = typeof claims === 'object' && claims !== null && (claims as { readonly exp?: unknown }).exp;
    return typeof exp === 'number' && exp * 1000 - MARGIN_MS > nowMs;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
