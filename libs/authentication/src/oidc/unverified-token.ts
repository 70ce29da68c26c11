/** Longer than any token: those in headers are bounded by the header limit, those in reviews are not. */
const MAX_TOKEN_LENGTH = 65_536;

/**
 * Who a token says it comes from; undefined when it is no signed JSON Web Token. Nothing is verified: it only chooses whose keys
 * have to verify it.
 */
export function issuerNamedBy(token: string): string | undefined {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  const first = token.indexOf('.');
  const second = token.indexOf('.', first + 1);
  if (first <= 0 || second <= first + 1 || token.includes('.', second + 1)) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.slice(first + 1, second), 'base64url').toString());
    const issuer =
      typeof claims === 'object' && claims !== null && Object.hasOwn(claims, 'iss') && (claims as { iss: unknown }).iss;
    return typeof issuer === 'string' ? issuer : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined; // some other token with two dots
    throw error;
  }
}
