import { ApiError } from '@orch/apimachinery';

const RETRY_AFTER_SECONDS = 1;

/** Bounds how many calls run at once, and how many wait in order: each holds the seat of its request, and its objects. */
export class CallSlots {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(
    atOnce: number,
    private readonly mayWait: number,
  ) {
    this.free = atOnce;
  }

  /** @throws ApiError TooManyRequests when too many calls wait. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else if (this.waiting.length < this.mayWait) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else throw ApiError.tooManyRequests('too many conversions wait for the webhook', RETRY_AFTER_SECONDS);
    try {
      return await call();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}
