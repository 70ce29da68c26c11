import type { Operation, WatchJourney, WatchStep } from '@orch/testing';

/** An answer that fits no promise, whatever fails: a 500, a 403. */
export interface OddAnswer {
  readonly at: number;
  readonly to: string;
  readonly text: string;
}

/** All that clients record, on one clock. */
export class Recording {
  readonly operations: Operation[] = [];
  readonly journeys: (WatchJourney & { readonly steps: WatchStep[] })[] = [];
  readonly oddAnswers: OddAnswer[] = [];
  readonly #started = performance.now();
  /** What logs call the start. */
  readonly startedAt = new Date().toISOString();
  #ids = 0;

  /** Milliseconds since the start. */
  now(): number {
    return performance.now() - this.#started;
  }

  newId(): string {
    return `o${this.#ids++}`;
  }

  journey(name: string): WatchStep[] {
    const steps: WatchStep[] = [];
    this.journeys.push({ name, steps });
    return steps;
  }

  odd(to: string, answer: unknown): void {
    this.oddAnswers.push({ at: this.now(), to, text: JSON.stringify(answer).slice(0, 500) });
  }
}
