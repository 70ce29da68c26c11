import type { Observable, Subscription } from 'rxjs';

/** Records the values of a stream and lets a test wait for them. */
export class Recording<V> {
  readonly values: V[] = [];
  private readonly waiting = new Set<() => void>();
  private readonly subscription: Subscription;

  constructor(stream$: Observable<V>) {
    this.subscription = stream$.subscribe({
      next: (value) => {
        this.values.push(value);
        for (const check of this.waiting) check();
      },
    });
  }

  /** Resolves when `done` holds; the message of the timeout says what did not come. */
  until(what: string, done: (values: readonly V[]) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(check);
        reject(new Error(`did not come: ${what}; there were ${JSON.stringify(this.values)}`));
      }, 30_000);
      const check = (): void => {
        if (!done(this.values)) return;
        clearTimeout(timer);
        this.waiting.delete(check);
        resolve();
      };
      this.waiting.add(check);
      check();
    });
  }

  end(): void {
    this.subscription.unsubscribe();
  }
}
