/**
 * Why a text is not a valid issuer URL; undefined for a valid one: https, without parts that would be lost or leaked.
 */
export function issuerUrlProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be a URL, such as https://issuer.example.com';
  const url = new URL(text);
  if (url.protocol !== 'https:') return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or a password';
  if (text.includes('?')) return 'must not hold a query (?...)';
  if (text.includes('#')) return 'must not hold a fragment (#...)';
  return undefined;
}
