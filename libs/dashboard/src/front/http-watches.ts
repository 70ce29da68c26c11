import type { WatchAnswer, WatchRequest, WatchSource } from '../streams/watch-source.js';
import type { ApiClient } from './api-client.js';

/** Headers with the credentials of a user. */
export type CredentialHeaders = Readonly<Record<string, string | string[]>>;

/** Watches as requests to an API server. */
export class HttpWatches implements WatchSource<CredentialHeaders> {
  constructor(private readonly api: ApiClient) {}

  async open(
    { path, accept }: WatchRequest,
    credentials: CredentialHeaders,
    signal: AbortSignal,
  ): Promise<WatchAnswer> {
    const headers = { ...credentials, accept };
    const { statusCode, headers: answered, body } = await this.api.send({ method: 'GET', path, headers, signal });
    return { code: statusCode, contentType: String(answered['content-type'] ?? ''), body };
  }
}
