import { holdingClock, withTimeout } from '@orch/apimachinery';
import { UserFacingError, parseReadyLine, ShownError, SYNCED_LINE, type Logger } from '@orch/process';
import { endingText, type Child, type Ending, type Member } from './child.js';
import { Restarts } from './restarts.js';

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

/** A fleet for tests: intervals of log lines, delays. */
interface FleetOptions {
  /** Interval of the lines that say what a slow start waits for. Unit: milliseconds. Default: 10 s. */
  readonly patienceMs?: number;
  /** When the process of a controller is restarted; one for each. Default: {@link Restarts}. */
  readonly restarts?: () => Pick<Restarts, 'next'>;
}

/**
 * The server and its controllers as processes that start and end together. A process of controllers that ends by itself is started
 * again, since the server keeps all state. When it ends again and again, or the server ends, the fleet has failed: the supervisor of
 * the launcher (a service manager, a person) must see that.
 */
export class Fleet {
  /** Rejects when the server ends, or controllers end too often, before the fleet was stopped. Never resolves. */
  readonly failure: Promise<never>;
  private server: Child | undefined;
  private readonly controllers = new Map<Member, Child>();
  private readonly pendingRestarts = new Set<() => void>();
  private readonly patienceMs: number;
  private readonly restarts: () => Pick<Restarts, 'next'>;
  private stopping = false;
  private started = false;
  private fail: (error: Error) => void = () => undefined;

  constructor(
    private readonly startChild: (member: Member) => Child,
    private readonly logger: Logger,
    { patienceMs = PATIENCE_MS, restarts = () => new Restarts() }: FleetOptions = {},
  ) {
    this.patienceMs = patienceMs;
    this.restarts = restarts;
    this.failure = new Promise((_, reject) => (this.fail = reject));
    this.failure.catch(() => undefined); // may reject before the first handler is attached; later handlers still get it
  }

  /**
   * Starts the server, then all controllers at once, and waits until each has synced. Those that start on a message load their code meanwhile.
   * @returns the address of the server.
   */
  async start(plan: FleetPlan, signal: AbortSignal): Promise<string> {
    const waitsFor = new Set<string>();
    const began = performance.now();
    const impatient = setInterval(() => {
      const waitedSeconds = Math.round((performance.now() - began) / 1_000);
      this.logger.warn('still starting', { waitingFor: [...waitsFor].join(','), waitedSeconds });
    }, this.patienceMs);
    const said = <T>(child: Child, read: (line: string) => T | undefined): Promise<T> => {
      waitsFor.add(child.name);
      return child.line(read).finally(() => waitsFor.delete(child.name));
    };
    try {
      const server = this.addServer(plan.server);
      const add = (member: Member): Child => this.addControllers(member, this.restarts());
      const loading = new Map(plan.controllers.filter(isLoadedEarly).map((member) => [member, add(member)]));
      const url = await this.unlessAborted(said(server, parseReadyLine), signal);
      const synced = plan.controllers.map((member) => {
        const child = loading.get(member) ?? add(member);
        if (isLoadedEarly(member)) child.begin();
        return said(child, isSynced);
      });
      await this.unlessAborted(Promise.all(synced), signal);
      this.started = true;
      this.logger.info('controllers synced', { processes: synced.length });
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
    for (const cancel of this.pendingRestarts) cancel();
    const controllers = [...this.controllers.values()];
    const all = this.server ? [this.server, ...controllers] : controllers;
    const limit = setTimeout(() => signalAll(all, 'SIGKILL'), ALL_STOP_MS);
    signalAll(controllers, 'SIGTERM');
    const controllersEnded = Promise.all(controllers.map((child) => child.ended));
    await withTimeout(holdingClock, CONTROLLERS_STOP_MS, controllersEnded, () => undefined);
    this.server?.signal('SIGTERM');
    await Promise.all(all.map((child) => child.ended));
    clearTimeout(limit);
  }

  private addServer(member: Member): Child {
    const child = this.launch(member);
    this.server = child;
    void child.ended.then((ending) => {
      if (!this.stopping) this.fail(endOfMember(child.name, ending, this.started));
    });
    return child;
  }

  private addControllers(member: Member, restarts: Pick<Restarts, 'next'>): Child {
    const child = this.launch(member);
    const startedMs = holdingClock.now();
    this.controllers.set(member, child);
    void child.ended.then((ending) => {
      if (this.stopping) return;
      const delayMs = this.started ? restarts.next(holdingClock.now() - startedMs) : undefined;
      if (delayMs === undefined) return this.fail(endOfMember(child.name, ending, this.started));
      this.logger.warn('controllers ended and are started again', {
        member: child.name,
        ending: endingText(ending),
        delayMs,
      });
      const cancel = holdingClock.setTimer(() => {
        this.pendingRestarts.delete(cancel);
        const again = this.addControllers(member, restarts);
        if (isLoadedEarly(member)) again.begin();
        void again.line(isSynced).then(() => this.logger.info('controllers synced again', { member: child.name }));
      }, delayMs);
      this.pendingRestarts.add(cancel);
    });
    return child;
  }

  private launch(member: Member): Child {
    const child = this.startChild(member);
    this.logger.debug('started', { member: member.name, pid: child.pid });
    return child;
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

function signalAll(children: readonly Child[], signal: 'SIGTERM' | 'SIGKILL'): void {
  for (const child of children) child.signal(signal);
}

const isLoadedEarly = ({ startsOnMessage }: Member): boolean => startsOnMessage === true;

function isSynced(line: string): true | undefined {
  return line === SYNCED_LINE ? true : undefined;
}
