/** One request that a client has sent, retries are requests of their own. */
export interface ObservedRequest {
  readonly method: string;
  /** Of the answer. Undefined: there was none. */
  readonly code: number | undefined;
  /** Address of the server. */
  readonly server: string;
  /** Until the head of the answer. */
  readonly seconds: number;
}

export type RequestObserver = (request: ObservedRequest) => void;
