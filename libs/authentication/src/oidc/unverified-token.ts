/** Longer than any token: those in headers are limited by the header size, those in reviews are not. */
const MAX_TOKEN_LENGTH = 65_536;

/**
 * The `iss` of a token; undefined when it is not a signed JSON Web Token. Unverified: it only selects the keys for
 * verification.
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
