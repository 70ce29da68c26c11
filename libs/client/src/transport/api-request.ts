import type { KeptForm } from '../answers/kept-form.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One request to the API server. */
export interface ApiRequest {
  readonly method: Method;
  /** Absolute path, encoded, with the query. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Default: `application/json`. */
  readonly contentType?: string;
  /** Default: `application/json`. */
  readonly accept?: string;
  readonly signal?: AbortSignal;
  /** Streams: called once, when the server has answered with success. */
  readonly onOpen?: () => void;
  /** Default: the client's. */
  readonly timeoutMs?: number;
  /** Maximum length of a successful answer; a longer one is `AnswerTooLong`. Default: 512 MiB. Not for streams. */
  readonly maxAnswerBytes?: number;
  /** Member of a long answer whose items are parsed one after the other. Default: `items`. */
  readonly listName?: string;
  /** How the items of a list are kept. Default: parsed. */
  readonly kept?: KeptForm;
  /** Called with the memory that an answer in JSON takes once it is parsed, in bytes: at least its length. What it throws ends the call. */
  readonly onSize?: (bytes: number) => void;
}

/** The request in messages, without the query, which may be long. */
export const requestLabel = (request: ApiRequest): string => {
  const query = request.path.indexOf('?');
  return `${request.method} ${query < 0 ? request.path : request.path.slice(0, query)}`;
};
