import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ProcessOutput } from './process-output.js';

/** The built command: end-to-end tests run what users run. */
const ORCH = join(__dirname, '../../../../bin/orch.js');
const READY = /^ready (https:\/\/\S+)$/;

/** A running `orch` command. */
export interface OrchProcess {
  readonly child: ChildProcess;
  /** Standard error so far. */
  readonly log: () => string;
  /** Resolves with standard error once it contains `text`. Rejects when the process ends before. */
  logged(text: string): Promise<string>;
  /** Lines of standard output so far. */
  readonly lines: readonly string[];
  /** Resolves with the address of its `ready` line. Rejects with its log when the process ends before. */
  readonly ready: Promise<string>;
  /** Resolves with the first line of standard output for which `wanted` is true. */
  line(wanted: (line: string) => boolean): Promise<string>;
  /** Sends a signal and waits for the exit. Returns the exit status, or the signal's name. */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

/** @param program the `orch.js` to run. Default: that of this repository. */
export function runOrch(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  program: string = ORCH,
): OrchProcess {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = new ProcessOutput(`orch ${args[0]}`, child);
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const line = (wanted: (line: string) => boolean): Promise<string> => output.line(wanted);
  const ready = line((text) => READY.test(text)).then((text) => READY.exec(text)![1]!);
  ready.catch(() => undefined);
  return {
    child,
    log: () => output.log,
    logged: (text) => output.logged(text),
    lines: output.lines,
    ready,
    line,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      const [code, by] = await exited;
      return code ?? by!;
    },
  };
}
