import { spawn } from 'node:child_process';

export interface CommandResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end. Does not reject for a status other than 0: the test checks it. */
export function runCommand(
  file: string,
  args: readonly string[],
  options: { readonly input?: string; readonly environment?: NodeJS.ProcessEnv; readonly cwd?: string } = {},
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      env: { ...process.env, NODE_OPTIONS: '', ...options.environment },
      ...(options.cwd ? { cwd: options.cwd } : {}),
      stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout!.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, stdout, stderr }));
    child.stdin?.end(options.input);
  });
}
