import { ApiFailure, type Status } from './failure';
import { JSON_TYPE } from './media-types';
import { readText } from './read-text';

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly accept?: string;
  /** Default: `application/json`. */
  readonly contentType?: string;
  readonly signal?: AbortSignal;
}

/** Requests of one session, to the origin of the page. The token is nowhere else. */
export class ApiClient {
  /**
   * @param token undefined when the browser's client certificate identifies the user.
   * @param onUnauthorized called when the server no longer accepts the credentials.
   * @param onWarning called with each text of a `Warning` header of a write.
   */
  constructor(
    private readonly token: string | undefined,
    private readonly onUnauthorized: () => void,
    private readonly onWarning: (text: string) => void = () => undefined,
  ) {}

  /** The answer with an open body. @throws ApiFailure when it is not 2xx, or when there is none. */
  async send(path: string, options: RequestOptions = {}): Promise<Response> {
    const headers = new Headers({ accept: options.accept ?? JSON_TYPE });
    if (this.token !== undefined) headers.set('authorization', `Bearer ${this.token}`);
    if (options.body !== undefined) headers.set('content-type', options.contentType ?? JSON_TYPE);
    let response: Response;
    try {
      response = await fetch(path, {
        method: options.method ?? 'GET',
        headers,
        credentials: 'same-origin',
        cache: 'no-store',
        ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
        ...(options.signal && { signal: options.signal }),
      });
    } catch (error) {
      if (options.signal?.aborted === true) throw error;
      throw new ApiFailure(0, 'The server cannot be reached.');
    }
    const isWrite = (options.method ?? 'GET') !== 'GET';
    if (isWrite) for (const text of warningsOf(response.headers.get('warning'))) this.onWarning(text);
    if (response.ok) return response;
    if (response.status === 401) this.onUnauthorized();
    throw await failureOfResponse(response);
  }

  /** @throws ApiFailure */
  async json<T>(path: string, options: RequestOptions = {}): Promise<T> {
    const response = await this.send(path, options);
    return JSON.parse(await readText(response)) as T;
  }
}

async function failureOfResponse(response: Response): Promise<ApiFailure> {
  const text = await readText(response).catch(() => '');
  try {
    const status = JSON.parse(text) as Status;
    if (status.kind === 'Status') return new ApiFailure(response.status, status.message ?? response.statusText, status);
  } catch {
    // Not from the API server: a proxy answers with text.
  }
  return new ApiFailure(response.status, `The server answered ${response.status} ${response.statusText}`.trim());
}

/** The quoted texts of `299 - "text", 299 - "text"`. */
export function warningsOf(header: string | null): string[] {
  if (header === null) return [];
  return [...header.matchAll(/\d{3} \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, text]) =>
    (text ?? '').replaceAll(/\\(.)/g, '$1'),
  );
}
