import { spawn, type ChildProcess } from 'node:child_process';
import type { Clock } from '@orch/apimachinery';
import type { PluginCredentials } from '../configuration/plugin-credentials.js';
import { pluginFailed } from './plugin-failed.js';

/** Longest run of a plugin that cannot ask a person: one that hangs must not keep a controller from trying again. Unit: milliseconds. */
export const PLUGIN_LIMIT_MS = 300_000;
/** Maximum size of the output of a plugin. */
export const MAX_PLUGIN_OUTPUT_BYTES = 1_048_576;
/** How long a plugin may take to end after SIGTERM. Unit: milliseconds. */
const KILL_GRACE_MS = 1_000;

export interface PluginRun {
  /** ExecCredential as JSON (B-161). */
  readonly info: string;
  /** Whether it gets the standard input of this process; then it may take any time. */
  readonly interactive: boolean;
  readonly clock: Clock;
  /** Ends the process. */
  readonly signal: AbortSignal;
}

/**
 * Runs a plugin to its end. Its standard error is that of this process (D-119).
 * @returns its output.
 * @throws ConfigurationError PluginFailed when it cannot be started (with the hint how to install it, B-154), fails, prints too much or takes too
 *   long; the reason of the signal. After the end of the process, but for one that even SIGKILL does not end.
 */
export function runPlugin(plugin: PluginCredentials, { info, interactive, clock, signal }: PluginRun): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = started(plugin, info, interactive);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    let isAbandoned = false;
    const abandon = (reason: unknown): void => {
      isAbandoned = true;
      settle();
      child.stdout!.destroy();
      terminate(child, clock, () => reject(reason as Error));
    };
    const onAbort = (): void => abandon(signal.reason);
    const onLimit = (): void => abandon(pluginFailed(plugin, `did not end within ${PLUGIN_LIMIT_MS / 60_000} minutes`));
    const cancelLimit = interactive ? undefined : clock.setTimer(onLimit, PLUGIN_LIMIT_MS);
    const settle = (): void => {
      cancelLimit?.();
      signal.removeEventListener('abort', onAbort);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    child.stdout!.on('data', (chunk: Uint8Array) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_PLUGIN_OUTPUT_BYTES) {
        abandon(pluginFailed(plugin, `printed more than ${MAX_PLUGIN_OUTPUT_BYTES} bytes`));
      }
    });
    child.once('error', (error: NodeJS.ErrnoException) => {
      settle();
      reject(startFailure(plugin, error));
    });
    child.once('close', (code, killedBy) => {
      if (isAbandoned) return;
      settle();
      if (code === 0) resolve(Buffer.concat(chunks).toString('utf8'));
      else reject(pluginFailed(plugin, code === null ? `was ended by ${killedBy}` : `ended with exit code ${code}`));
    });
  });
}

/** @throws ConfigurationError PluginFailed. */
function started(plugin: PluginCredentials, info: string, interactive: boolean): ChildProcess {
  const { command, args, env, infoEnvironment } = plugin;
  try {
    return spawn(command, args, {
      env: { ...process.env, ...env, [infoEnvironment]: info },
      stdio: [interactive ? 'inherit' : 'ignore', 'pipe', 'inherit'],
    });
  } catch (error) {
    throw startFailure(plugin, error as NodeJS.ErrnoException);
  }
}

/** By the code: messages of Node.js quote arguments. */
function startFailure(plugin: PluginCredentials, { code }: NodeJS.ErrnoException): Error {
  const { installHint } = plugin;
  const hint = installHint === undefined ? '' : `: ${installHint}`;
  if (code === 'ENOENT') return pluginFailed(plugin, `was not found${hint}`);
  if (code === 'EACCES') return pluginFailed(plugin, `may not be executed${hint}`);
  return pluginFailed(plugin, `cannot be started (${code ?? 'unknown error'})`);
}

/** @param onEnd called once, at the latest when SIGKILL was sent. */
function terminate(child: ChildProcess, clock: Clock, onEnd: () => void): void {
  const cancel = clock.setTimer(() => {
    child.kill('SIGKILL');
    onEnd();
  }, KILL_GRACE_MS);
  child.once('exit', () => {
    cancel();
    onEnd();
  });
  child.kill('SIGTERM');
}
