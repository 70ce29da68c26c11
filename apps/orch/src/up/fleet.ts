import { holdingClock, withTimeout } from '@orch/apimachinery';
import { UserFacingError, parseReadyLine, ShownError, SYNCED_LINE, type Logger } from '@orch/process';
import { endingText, type Child, type Ending, type Member } from './child.js';

/** The processes of the fleet. */
export interface FleetPlan {
  readonly server: Member;
  readonly controllers: readonly Member[];
}

/** A process has five seconds to stop; the launcher needs one of them. Unit: milliseconds. */
const CONTROLLERS_STOP_MS = 2_000;
const ALL_STOP_MS = 4_000;

/** Interval at which a slow start logs the members that it waits for. Unit: milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * The server and its controllers as processes that start and end together. Nothing is restarted: the supervisor of the launcher
 * (a service manager, a person) must see that a process died.
 */
export class Fleet {
  /** Rejects when a process ends before the fleet was stopped. Never resolves. */
  readonly failure: Promise<never>;
  private readonly children: Child[] = [];
  private stopping = false;
  private started = false;
  private fail: (error: Error) => void = () => undefined;

  constructor(
    private readonly startChild: (member: Member) => Child,
    private readonly logger: Logger,
    private readonly patienceMs: number = PATIENCE_MS,
  ) {
    this.failure = new Promise((_, reject) => (this.fail = reject));
    this.failure.catch(() => undefined); // may reject before the first handler is attached; later handlers still get it
  }

  /**
   * Starts the server, then all controllers at once, and waits until each has synced.
   * @returns the address of the server.
   */
  async start(plan: FleetPlan, signal: AbortSignal): Promise<string> {
    const waitsFor = new Set<string>();
    const began = performance.now();
    const impatient = setInterval(() => {
      const waitedSeconds = Math.round((performance.now() - began) / 1_000);
      this.logger.warn('still starting', { waitingFor: [...waitsFor].join(','), waitedSeconds });
    }, this.patienceMs);
    const said = <T>(member: Member, read: (line: string) => T | undefined): Promise<T> => {
      waitsFor.add(member.name);
      return this.add(member)
        .line(read)
        .finally(() => waitsFor.delete(member.name));
    };
    try {
      const url = await this.unlessAborted(said(plan.server, parseReadyLine), signal);
      const synced = plan.controllers.map((member) => said(member, isSynced));
      await this.unlessAborted(Promise.all(synced), signal);
      this.started = true;
      this.logger.info('controllers synced', { controllers: synced.length });
      return url;
    } catch (error) {
      await this.stop();
      throw error;
    } finally {
      clearInterval(impatient);
    }
  }

  /** Controllers first, so that they can release their leases, then the server; those that hang are killed. */
  async stop(): Promise<void> {
    this.stopping = true;
    const limit = setTimeout(() => this.signalAll(this.children, 'SIGKILL'), ALL_STOP_MS);
    const [server, ...controllers] = this.children;
    this.signalAll(controllers, 'SIGTERM');
    const controllersEnded = Promise.all(controllers.map((child) => child.ended));
    await withTimeout(holdingClock, CONTROLLERS_STOP_MS, controllersEnded, () => undefined);
    server?.signal('SIGTERM');
    await Promise.all(this.children.map((child) => child.ended));
    clearTimeout(limit);
  }

  private add(member: Member): Child {
    const child = this.startChild(member);
    this.children.push(child);
    this.logger.debug('started', { member: member.name, pid: child.pid });
    void child.ended.then((ending) => {
      if (this.stopping) return;
      this.fail(endOfMember(child.name, ending, this.started));
    });
    return child;
  }

  private signalAll(children: readonly Child[], signal: 'SIGTERM' | 'SIGKILL'): void {
    for (const child of children) child.signal(signal);
  }

  private unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
    const aborted = new Promise<never>((_, reject) => {
      const give = (): void => reject(new Error('stopped while starting'));
      if (signal.aborted) give();
      else signal.addEventListener('abort', give, { once: true });
    });
    return Promise.race([work, aborted, this.failure]);
  }
}

/** A member that exits with status 1 or 2 while starting has printed the reason on the same standard error; status 2 is passed on. */
function endOfMember(name: string, ending: Ending, started: boolean): Error {
  const text = `${name} ended with ${endingText(ending)}`;
  const explains = !started && 'status' in ending && (ending.status === 1 || ending.status === 2);
  return explains ? new ShownError(text, ending.status === 2 ? 2 : 1) : new UserFacingError(text);
}

function isSynced(line: string): true | undefined {
  return line === SYNCED_LINE ? true : undefined;
}
