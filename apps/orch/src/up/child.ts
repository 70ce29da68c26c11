import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import {
  HIDDEN_ARGUMENTS_ENVIRONMENT,
  hiddenArgumentsText,
  START_MESSAGE,
  START_ON_MESSAGE_ENVIRONMENT,
  STOP_WITH_PARENT_ENVIRONMENT,
} from '@orch/process';

/** Exit status of a child, or the signal that killed it. */
export type Ending = { readonly status: number } | { readonly signal: string };

/** A process of the fleet. Its standard error is inherited. */
export interface Child {
  readonly name: string;
  /** Undefined when it could not be started at all. */
  readonly pid: number | undefined;
  /** Resolves when it has ended, whatever the reason. */
  readonly ended: Promise<Ending>;
  /**
   * Result of `read` for the first line of its standard output for which it is defined.
   * Never resolves when the child ends before such a line: use `ended`.
   */
  line<T>(read: (line: string) => T | undefined): Promise<T>;
  /** Lets a member start that is {@link Member.startsOnMessage}. */
  begin(): void;
  /** SIGTERM stops it gracefully, SIGKILL immediately. */
  signal(signal: 'SIGTERM' | 'SIGKILL'): void;
}

/** A program and its command line. */
export interface Member {
  readonly name: string;
  readonly args: readonly string[];
  /** Arguments with a password: passed to the program, not visible in a list of processes. Default: none. */
  readonly hiddenArgs?: readonly string[];
  /** Its process loads its code and waits for {@link Child.begin}. Default: it starts at once. */
  readonly startsOnMessage?: boolean;
}

/** Starts `node SCRIPT NAME ARGS`; the script is the `orch` command of the same installation. */
export function startChild(script: string, { name, args, hiddenArgs = [], startsOnMessage = false }: Member): Child {
  const child = spawn(process.execPath, [script, name, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      // The channel closes when this process ends, even by SIGKILL, which ends the child.
      [STOP_WITH_PARENT_ENVIRONMENT]: '1',
      ...(startsOnMessage && { [START_ON_MESSAGE_ENVIRONMENT]: '1' }),
      ...(hiddenArgs.length > 0 && { [HIDDEN_ARGUMENTS_ENVIRONMENT]: hiddenArgumentsText(hiddenArgs) }),
    },
    // Its own group: Ctrl-C reaches us alone and we end the children in order.
    detached: process.platform !== 'win32',
  });
  return new SpawnedChild(name, child);
}

class SpawnedChild implements Child {
  readonly pid: number | undefined;
  readonly ended: Promise<Ending>;
  private readonly lines: string[] = [];
  private readonly listeners = new Set<(line: string) => void>();

  constructor(
    readonly name: string,
    private readonly child: ChildProcess,
  ) {
    this.pid = child.pid;
    this.ended = new Promise((resolve) => {
      child.once('error', () => resolve({ status: 1 })); // could not be started at all
      child.once('close', (status, signal) => resolve(signal === null ? { status: status ?? 1 } : { signal }));
    });
    if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => this.onLine(line));
  }

  line<T>(read: (line: string) => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const listener = (line: string): void => {
        const meaning = read(line);
        if (meaning === undefined) return;
        this.listeners.delete(listener);
        resolve(meaning);
      };
      this.listeners.add(listener);
      for (const line of this.lines) listener(line);
    });
  }

  begin(): void {
    // It may have ended: that is reported by `ended`.
    this.child.send(START_MESSAGE, () => undefined);
  }

  signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    this.child.kill(signal);
  }

  private onLine(line: string): void {
    this.lines.push(line);
    for (const listener of this.listeners) listener(line);
  }
}

export function endingText(ending: Ending): string {
  return 'status' in ending ? `status ${ending.status}` : ending.signal;
}
