import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { noteLongTurn } from './long-turns.js';

interface Waiter {
  readonly wanted: (text: string) => boolean;
  readonly resolve: (text: string) => void;
  readonly reject: (error: Error) => void;
}

/** Standard output of a process, line by line, and its standard error. */
export class ProcessOutput {
  /** Every line so far. */
  readonly lines: string[] = [];
  private readonly waiters = new Set<Waiter>();
  private readonly logWaiters = new Set<Waiter>();
  private errors = '';
  private ended: string | undefined;

  /** @param name name of the process in errors about a missing line. */
  constructor(
    private readonly name: string,
    child: ChildProcess,
  ) {
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text;
      settle(this.logWaiters, this.errors);
    });
    createInterface({ input: child.stderr! }).on('line', (line) => noteLongTurn(name, line));
    createInterface({ input: child.stdout! }).on('line', (line) => this.add(line));
    // Not `exit`: the last output may not have arrived then.
    child.once('close', (code, signal) => this.end(String(code ?? signal)));
    child.once('error', (error) => this.end(error.message));
  }

  /** Standard error so far. */
  get log(): string {
    return this.errors;
  }

  /**
   * Resolves with the first past or future line for which `wanted` is true; skips the first `from` lines.
   * Rejects with the output when the process ends before.
   */
  line(wanted: (line: string) => boolean, from = 0): Promise<string> {
    const seen = this.lines.slice(from).find(wanted);
    if (seen !== undefined) return Promise.resolve(seen);
    if (this.ended !== undefined) return Promise.reject(this.endedEarly());
    return new Promise((resolve, reject) => this.waiters.add({ wanted, resolve, reject }));
  }

  /** Resolves with the whole log once it contains `text`. Rejects with the output when the process ends before. */
  logged(text: string): Promise<string> {
    const wanted = (log: string): boolean => log.includes(text);
    if (wanted(this.errors)) return Promise.resolve(this.errors);
    if (this.ended !== undefined) return Promise.reject(this.endedEarly());
    return new Promise((resolve, reject) => this.logWaiters.add({ wanted, resolve, reject }));
  }

  private add(line: string): void {
    this.lines.push(line);
    settle(this.waiters, line);
  }

  private end(how: string): void {
    this.ended = how;
    for (const waiters of [this.waiters, this.logWaiters]) {
      for (const waiter of waiters) waiter.reject(this.endedEarly());
      waiters.clear();
    }
  }

  private endedEarly(): Error {
    const written = [...this.lines.slice(-30), this.errors].join('\n');
    return new Error(`${this.name} ended (${this.ended}) before the expected line:\n${written}`);
  }
}

function settle(waiters: Set<Waiter>, text: string): void {
  for (const waiter of waiters) {
    if (!waiter.wanted(text)) continue;
    waiters.delete(waiter);
    waiter.resolve(text);
  }
}
