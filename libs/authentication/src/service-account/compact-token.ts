/** An unverified JSON Web Token, as it was sent. */
export interface CompactToken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  /** The signed part: header and claims, with the dot. */
  readonly input: string;
  readonly signature: Buffer;
}

/** Tokens in headers are shorter; one in a TokenReview may have megabytes, which would be decoded in one turn of the event loop. */
const MAX_TOKEN_LENGTH = 262_144;

/**
 * The parts of a token in compact form (RFC 7515); undefined for other text, and for a longer one. Strict: three parts in canonical
 * base64url, so that no two texts are the same token.
 */
export function parseCompactToken(token: string): CompactToken | undefined {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  const first = token.indexOf('.');
  const second = token.indexOf('.', first + 1);
  if (first <= 0 || second < 0 || token.includes('.', second + 1)) return undefined;
  const header = jsonOf(bytesOf(token.slice(0, first)));
  const claims = jsonOf(bytesOf(token.slice(first + 1, second)));
  const signature = bytesOf(token.slice(second + 1));
  if (!header || !claims || !signature) return undefined;
  return { header, claims, input: token.slice(0, second), signature };
}

function bytesOf(part: string): Buffer | undefined {
  const bytes = Buffer.from(part, 'base64url');
  return bytes.toString('base64url') === part ? bytes : undefined;
}

function jsonOf(bytes: Buffer | undefined): Readonly<Record<string, unknown>> | undefined {
  if (!bytes) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined; // a token of another kind
    throw error;
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Readonly<Record<string, unknown>>) : undefined;
}
