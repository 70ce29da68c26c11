// Runs one step of a build: its output is shown only when it fails.
import { spawnSync } from 'node:child_process';

/**
 * @param {string} what names the step in the error.
 * @param {string} command a program; arguments follow.
 */
export function runStep(what, command, args, cwd) {
  const { status, signal, error, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0) return;
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
  process.stderr.write(`${what} failed: ${error?.message ?? (signal ? `ended by ${signal}` : `status ${status}`)}\n`);
  process.exit(1);
}
