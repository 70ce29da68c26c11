import type { LogFormat, Logger } from '../logger/logger.js';
import { commandError } from './command-error.js';
import { UserFacingError } from './user-facing-error.js';
import { ShownError } from './shown-error.js';
import { UsageError } from './usage-error.js';

/** How long a stop may take before the process ends anyway. Source: docs/operations.md, processes and signals. */
export const STOP_LIMIT_MS = 5_000;

/**
 * A signal repeated within this time counts once: Ctrl-C reaches a whole process group, and npm and `timeout` forward to
 * their child what the child received already. Unit: milliseconds.
 */
export const REPEATED_SIGNAL_MS = 500;

/** Interval of a timer that does nothing. */
const HOLD_MS = 3_600_000;

/** Set to `1` by a launcher that holds an IPC channel: the process then stops when the channel closes. */
export const STOP_WITH_PARENT_ENVIRONMENT = 'ORCH_STOP_WITH_PARENT';

/**
 * Set to `1` by a launcher that holds an IPC channel: the process loads its code and waits for {@link START_MESSAGE} there before it starts, so that it
 * loads while what it needs is started.
 */
export const START_ON_MESSAGE_ENVIRONMENT = 'ORCH_START_ON_MESSAGE';

/** The message of a launcher that lets a process start which waits for it. */
export const START_MESSAGE = 'start';

/** Something that runs until it is stopped. */
export interface Running {
  /** Ends in order: refuses new work, finishes work in flight, closes what is open. Called once. */
  stop(): Promise<void>;
  /** Rejects on a fatal failure: then it is stopped, and the process ends with status 1. Never resolves. */
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
  /** Name of the command, as in errors of its flags: `orch apiserver`. */
  readonly command: string;
  /** `text`: a user-facing start error is `COMMAND: MESSAGE` on standard error; `json`: a log entry. Default: text. */
  readonly logFormat?: LogFormat;
  /** Default: {@link STOP_LIMIT_MS}. */
  readonly stopLimitMs?: number;
  /**
   * Whether the process may continue after an uncaught error: one that cannot have corrupted its state.
   * Such errors are logged. Default: none.
   */
  readonly survives?: (error: unknown) => boolean;
  /** Default: this process. */
  readonly port?: ProcessPort;
  /** Takes the line of a user-facing start error. Default: standard error. */
  readonly write?: (line: string) => void;
}

/**
 * Starts, then waits for SIGTERM or SIGINT, stops and ends with status 0. Ends with status 1 when the start or the stop
 * fails, on an uncaught error that it does not survive, when the stop takes longer than the limit, or at once on a second signal (not within `REPEATED_SIGNAL_MS`); with
 * status 2 on a {@link UsageError}. Those and a {@link UserFacingError} are one line, at the start in the form of errors of flags; all others are logged with the stack. A signal during the start aborts it or lets it finish first, within the same limit.
 */
export function runUntilSignal(start: Start, options: RunOptions): void {
  new Run(start, options).begin();
}

/** In the place of a signal: the IPC channel of the launcher was closed. */
const LAUNCHER_ENDED = 'end of the launcher';

class Run {
  private readonly port: ProcessPort;
  private readonly abort = new AbortController();
  private stopping = false;
  private signalledAtMs = -Infinity;
  private status = 0;
  private limit: NodeJS.Timeout | undefined;
  /** Keeps the process alive: without a connection, such as of a controller whose server is away, only timers that do not may be left. */
  private hold: NodeJS.Timeout | undefined;
  private started: Promise<Running | undefined> = Promise.resolve(undefined);

  constructor(
    private readonly start: Start,
    private readonly options: RunOptions,
  ) {
    this.port = options.port ?? process;
  }

  /** A launcher holds an IPC channel to this process. */
  private get hasLauncher(): boolean {
    return this.port.env[STOP_WITH_PARENT_ENVIRONMENT] === '1';
  }

  begin(): void {
    this.hold = setInterval(() => undefined, HOLD_MS);
    for (const signal of ['SIGTERM', 'SIGINT']) this.port.on(signal, () => this.onSignal(signal));
    this.port.on('uncaughtException', (error) => this.onUncaught('uncaught error', error));
    this.port.on('unhandledRejection', (error) => this.onUncaught('unhandled rejection', error));
    // Nothing could be logged, and to try would fail again.
    for (const output of [this.port.stdout, this.port.stderr]) output?.on('error', () => this.exit(1));
    if (this.hasLauncher) this.port.on('disconnect', () => this.onSignal(LAUNCHER_ENDED));
    this.started = this.allowed()
      .then(() => this.start(this.abort.signal))
      .then(
        (running) => {
          running.failure?.catch((error: unknown) => this.onFailure(error));
          return running;
        },
        (error: unknown) => this.onStartFailure(error),
      );
  }

  /** Resolves when it may start; rejects when it shall end before. */
  private allowed(): Promise<void> {
    if (this.port.env[START_ON_MESSAGE_ENVIRONMENT] !== '1') return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.port.on('message', (message) => message === START_MESSAGE && resolve());
      this.abort.signal.addEventListener('abort', () => reject(this.abort.signal.reason as Error));
    });
  }

  private onStartFailure(error: unknown): undefined {
    if (this.abort.signal.aborted) return; // it did what the signal asked
    this.reportStartFailure(error);
    this.exit(error instanceof ShownError ? error.status : error instanceof UsageError ? 2 : 1);
  }

  private reportStartFailure(error: unknown): void {
    const { logger, command, logFormat = 'text', write = (line) => void process.stderr.write(line) } = this.options;
    if (logFormat === 'json' || !isUserFacing(error)) return this.logFailure('start failed', error);
    write(commandError(command, error.message));
    logger.debug('start failed', { error });
  }

  private onUncaught(message: string, error: unknown): void {
    const { logger, survives } = this.options;
    if (survives?.(error)) logger.error(message, { error });
    else this.fail(message, error);
  }

  private onFailure(error: unknown): void {
    this.logFailure('cannot go on', error);
    this.status = 1;
    if (!this.stopping) this.stop();
  }

  private onSignal(signal: string): void {
    const { logger, command } = this.options;
    if (this.stopping) {
      // A launcher that dies after asking us to stop closes the channel too; that is not a second signal.
      const isSecond = signal.startsWith('SIG') && performance.now() - this.signalledAtMs >= REPEATED_SIGNAL_MS;
      if (isSecond) this.exitNow(`${signal} again: ending at once`);
      return;
    }
    this.signalledAtMs = performance.now();
    const fields = { process: command.replace(/^orch /, ''), signal };
    // A launcher that lives logs the stop of all its processes.
    if (this.hasLauncher && signal !== LAUNCHER_ENDED) logger.debug('stopping', fields);
    else logger.info('stopping', fields);
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
    this.logFailure(message, error);
    this.exit(1);
  }

  /** User-facing errors are one line; others are logged with the stack. */
  private logFailure(message: string, error: unknown): void {
    const { logger } = this.options;
    if (error instanceof ShownError) logger.debug(message, { error });
    else if (isUserFacing(error)) {
      logger.error(error.message);
      logger.debug(message, { error });
    } else logger.error(message, { error });
  }

  private exit(status: number): void {
    clearTimeout(this.limit);
    clearInterval(this.hold);
    this.port.exit(status);
  }

  private exitNow(message: string): void {
    this.options.logger.error(message);
    this.exit(1);
  }
}

const isUserFacing = (error: unknown): error is UsageError | UserFacingError =>
  error instanceof UsageError || error instanceof UserFacingError;
