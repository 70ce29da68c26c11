/**
 * A detached JWS over `payload`: `header..signature`, HS256, with the token's id as `kid`. The key is the whole token text.
 * The same input always gives the same text. Source: ..A-282, C-155.
 */
export async function detachedSignature(payload: string, token: { id: string; text: string }): Promise<string> {
  const { CompactSign } = await import('jose');
  const bytes = new TextEncoder();
  const whole = await new CompactSign(bytes.encode(payload))
    .setProtectedHeader({ alg: 'HS256', kid: token.id })
    .sign(bytes.encode(token.text));
  const [header = '', , signature = ''] = whole.split('.');
  return `${header}..${signature}`;
}
