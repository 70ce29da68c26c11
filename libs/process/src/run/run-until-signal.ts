import type { Logger } from '../logger/logger.js';
import { UserFacingError } from './user-facing-error.js';
import { ShownError } from './shown-error.js';
import { UsageError } from './usage-error.js';

/** How long a stop may take before the process ends anyway. Source: docs/operations.md, processes and signals. */
export const STOP_LIMIT_MS = 5_000;

/**
 * A signal that comes again so soon is the same wish: Ctrl-C reaches a whole process group, and npm and `timeout` hand on to
 * their child what the child got already. Unit: milliseconds.
 */
export const SAME_WISH_MS = 500;

/** Set to `1` by a launcher that holds an IPC channel: the process then stops when the channel closes. */
export const STOP_WITH_PARENT_ENVIRONMENT = 'ORCH_STOP_WITH_PARENT';

/** Something that runs until it is stopped. */
export interface Running {
  /** Ends in order: refuses new work, finishes work in flight, closes what is open. Called once. */
  stop(): Promise<void>;
  /** Rejects when it cannot go on by itself: it is stopped and the process ends with status 1. Never resolves. */
  readonly failure?: Promise<never>;
}

/** Starts something. The signal aborts when the process shall end before the start is through: clean up and reject. */
export type Start = (signal: AbortSignal) => Promise<Running>;

/** The part of `process` this needs, so that a test can play it. */
export interface ProcessPort {
  readonly env: Readonly<Record<string, string | undefined>>;
  on(event: string, listener: (...args: unknown[]) => void): unknown;
  readonly stdout?: Pick<ProcessPort, 'on'>;
  readonly stderr?: Pick<ProcessPort, 'on'>;
  exit(status: number): void;
}

export interface RunOptions {
  readonly logger: Logger;
  /** Default: {@link STOP_LIMIT_MS}. */
  readonly stopLimitMs?: number;
  /**
   * Whether the process may go on after an error that nothing caught: one that cannot have left its memory in a wrong state.
   * Such errors are logged. Default: none.
   */
  readonly survives?: (error: unknown) => boolean;
  /** Default: this process. */
  readonly port?: ProcessPort;
}

/**
 * Starts, then waits for SIGTERM or SIGINT, stops and ends with status 0. Ends with status 1 when the start or the stop
 * fails, on an error that nothing caught and it does not survive, when the stop takes longer than the limit, or at once on a second signal (not within `SAME_WISH_MS`); with
 * status 2 on a {@link UsageError}. Those and a {@link UserFacingError} are told in one line, all else with the stack. A signal during the start aborts it or lets it finish first, within the same limit.
 */
export function runUntilSignal(start: Start, options: RunOptions): void {
  new Run(start, options).begin();
}

class Run {
  private readonly port: ProcessPort;
  private readonly abort = new AbortController();
  private stopping = false;
  private wishedAtMs = -Infinity;
  private status = 0;
  private limit: NodeJS.Timeout | undefined;
  private started: Promise<Running | undefined> = Promise.resolve(undefined);

  constructor(
    private readonly start: Start,
    private readonly options: RunOptions,
  ) {
    this.port = options.port ?? process;
  }

  begin(): void {
    for (const signal of ['SIGTERM', 'SIGINT']) this.port.on(signal, () => this.onSignal(signal));
    this.port.on('uncaughtException', (error) => this.onUncaught('uncaught error', error));
    this.port.on('unhandledRejection', (error) => this.onUncaught('unhandled rejection', error));
    // Nothing could be logged, and to try would fail again.
    for (const output of [this.port.stdout, this.port.stderr]) output?.on('error', () => this.exit(1));
    if (this.port.env[STOP_WITH_PARENT_ENVIRONMENT] === '1') {
      this.port.on('disconnect', () => this.onSignal('end of the launcher'));
    }
    this.started = Promise.resolve()
      .then(() => this.start(this.abort.signal))
      .then(
        (running) => {
          running.failure?.catch((error: unknown) => this.onFailure(error));
          return running;
        },
        (error: unknown) => this.onStartFailure(error),
      );
  }

  private onStartFailure(error: unknown): undefined {
    if (this.abort.signal.aborted) return; // it did what the signal asked
    this.tell('start failed', error);
    this.exit(error instanceof ShownError ? error.status : error instanceof UsageError ? 2 : 1);
  }

  private onUncaught(message: string, error: unknown): void {
    const { logger, survives } = this.options;
    if (survives?.(error)) logger.error(message, { error });
    else this.fail(message, error);
  }

  private onFailure(error: unknown): void {
    this.tell('cannot go on', error);
    this.status = 1;
    if (!this.stopping) this.stop();
  }

  private onSignal(signal: string): void {
    const { logger } = this.options;
    if (this.stopping) {
      // A launcher that dies after asking us to stop closes the channel too; that is no second wish.
      const isSecond = signal.startsWith('SIG') && performance.now() - this.wishedAtMs >= SAME_WISH_MS;
      if (isSecond) this.exitNow(`${signal} again: ending at once`);
      return;
    }
    this.wishedAtMs = performance.now();
    logger.info('stopping', { signal });
    this.stop();
  }

  private stop(): void {
    this.stopping = true;
    this.abort.abort();
    const limitMs = this.options.stopLimitMs ?? STOP_LIMIT_MS;
    this.limit = setTimeout(() => this.exitNow(`stop took longer than ${limitMs} ms: ending at once`), limitMs);
    this.started
      .then((running) => running?.stop())
      .then(
        () => this.exit(this.status),
        (error: unknown) => this.fail('stop failed', error),
      );
  }

  private fail(message: string, error: unknown): void {
    this.tell(message, error);
    this.exit(1);
  }

  /** What the user can mend is one line; the stack is for bugs. */
  private tell(message: string, error: unknown): void {
    const { logger } = this.options;
    if (error instanceof ShownError) logger.debug(message, { error });
    else if (error instanceof UsageError || error instanceof UserFacingError) {
      logger.error(error.message);
      logger.debug(message, { error });
    } else logger.error(message, { error });
  }

  private exit(status: number): void {
    clearTimeout(this.limit);
    this.port.exit(status);
  }

  private exitNow(message: string): void {
    this.options.logger.error(message);
    this.exit(1);
  }
}
