export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One request to the API server. */
export interface ApiRequest {
  readonly method: Method;
  /** From the root, encoded, with the query. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Default: `application/json`. */
  readonly contentType?: string;
  /** Default: `application/json`. */
  readonly accept?: string;
  readonly signal?: AbortSignal;
  /** Streams: called once, when the server has said yes and the answer begins. */
  readonly onOpen?: () => void;
  /** Default: the client's. */
  readonly timeoutMs?: number;
}

/** How messages name a request. The query may be long; it stays out. */
export const requestLabel = (request: ApiRequest): string => {
  const query = request.path.indexOf('?');
  return `${request.method} ${query < 0 ? request.path : request.path.slice(0, query)}`;
};
