/** The place of a request among those that execute. Taken before the request is handled. */
export interface Seat {
  /** Gives it back to others; without effect when that has happened. */
  release(): void;
  /**
   * Takes it again after a release: at once, or when it is the turn of the request. HOT PATH (bench: create): no
   * promise when one is free.
   * @throws ApiError TooManyRequests when too many requests wait or this one has waited too long, ServiceUnavailable
   * when it was aborted.
   */
  retake(): void | Promise<void>;
}
