import type { ApiClient } from '../../api/client';
import { textAt } from '../../api/object';
import type { ObjectAddress } from '../../live/live-object';
import { objectPath } from './requests';

export interface TokenOrder {
  /** Of the group that TokenRequest is in. */
  readonly apiVersion: string;
  /** The server may shorten or lengthen it. */
  readonly seconds: number;
  /** Separated by commas or spaces; '' for the API server itself. */
  readonly audiences: string;
}

export interface IssuedToken {
  readonly token: string;
  /** RFC 3339. */
  readonly expires: string;
}

/** Has the server issue a token for a ServiceAccount. @throws ApiFailure */
export async function requestToken(
  client: Pick<ApiClient, 'json'>,
  account: ObjectAddress,
  { apiVersion, seconds, audiences }: TokenOrder,
): Promise<IssuedToken> {
  const names = audiences.split(/[,\s]+/).filter((name) => name !== '');
  const spec = { expirationSeconds: seconds, ...(names.length > 0 && { audiences: names }) };
  const body = { apiVersion, kind: 'TokenRequest', spec };
  const answer = await client.json<unknown>(`${objectPath(account)}/token`, { method: 'POST', body });
  return { token: textAt(answer, 'status', 'token'), expires: textAt(answer, 'status', 'expirationTimestamp') };
}
