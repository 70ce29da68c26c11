import { IssuerAnswerError } from './issuer-http.js';
import type { IssuerSource } from './issuer-settings.js';

/**
 * The key set URL of an issuer's discovery document. Pure.
 * @throws IssuerAnswerError when the document is another issuer's (B-046), or its keys are not served over TLS.
 */
export function keysUrlOf(document: Readonly<Record<string, unknown>>, { issuer, discoveryUrl }: IssuerSource): string {
  if (document['issuer'] !== issuer) {
    throw new IssuerAnswerError(`${discoveryUrl}: says issuer ${JSON.stringify(document['issuer'])}, not ${issuer}`);
  }
  const url = document['jwks_uri'];
  if (typeof url !== 'string' || !URL.canParse(url) || new URL(url).protocol !== 'https:') {
    throw new IssuerAnswerError(`${discoveryUrl}: jwks_uri must be an https URL, not ${JSON.stringify(url)}`);
  }
  return url;
}
