/** Waiting times of repeated attempts: doubled each time, with a random part so that pages do not return all at once. */
export class Backoff {
  private failures = 0;

  constructor(
    private readonly firstMs = 500,
    private readonly maximumMs = 15_000,
  ) {}

  succeeded(): void {
    this.failures = 0;
  }

  /** The time to wait before the next attempt. */
  nextMs(): number {
    const whole = Math.min(this.maximumMs, this.firstMs * 2 ** this.failures++);
    return whole / 2 + (Math.random() * whole) / 2;
  }
}
