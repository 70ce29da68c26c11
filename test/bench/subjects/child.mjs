import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Processes that run, so that none outlives the run. */
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A stopped process gets this long to end by itself. */
const STOP_MS = 10_000;
/** A process that said nothing for so long hangs. */
const SAY_MS = 300_000;

/**
 * A process that has said it is ready.
 * @typedef {object} Child
 * @property {number} pid
 * @property {RegExpExecArray} ready what `ready` matched
 * @property {number} readyMs from the spawn to the line
 * @property {(line: RegExp) => Promise<RegExpExecArray>} says waits for another line of its standard output
 * @property {(line: string, answer: RegExp) => Promise<RegExpExecArray>} ask sends a line and waits for the answer
 * @property {() => Promise<void>} stop
 */

/**
 * Starts a process and waits for the line that says it can serve.
 * @param {{ command?: string, args: string[], ready: RegExp, env?: NodeJS.ProcessEnv, cwd?: string, from?: 'stdout' | 'stderr' }} options
 *   `command` defaults to this Node
 * @returns {Promise<Child>}
 */
export async function startChild({ command = process.execPath, args, ready, env, cwd, from = 'stdout' }) {
  const began = performance.now();
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  running.add(child);
  const lines = [];
  const readers = [];
  const read = (line) => {
    lines.push(line);
    if (lines.length > 200) lines.shift();
    for (const reader of [...readers]) reader.take(line);
  };
  child.on('exit', (code, signal) => {
    running.delete(child);
    for (const reader of readers) reader.end(`it ended (${code ?? signal})`);
  });
  child.on('error', (error) => {
    running.delete(child);
    for (const reader of readers) reader.end(error.message);
  });
  for (const name of ['stdout', 'stderr']) {
    createInterface({ input: child[name] }).on('line', (line) => (name === from ? read(line) : lines.push(line)));
  }

  const says = (pattern) =>
    new Promise((resolve, reject) => {
      const reader = {
        take: (line) => {
          const found = pattern.exec(line);
          if (found === null) return;
          clearTimeout(limit);
          readers.splice(readers.indexOf(reader), 1);
          resolve(found);
        },
        end: (why) => {
          clearTimeout(limit);
          reject(new Error(`${command} ${args.join(' ')}: ${why} before ${pattern}:\n${lines.join('\n')}`));
        },
      };
      const limit = setTimeout(() => reader.end('it said nothing for long'), SAY_MS);
      readers.push(reader);
    });

  const found = await says(ready);
  const readyMs = performance.now() - began;
  const stop = async () => {
    if (!running.has(child)) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const limit = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(limit);
  };
  /** Sends a line to its standard input and waits for a line of its answer. */
  const ask = (line, answer) => {
    const answered = says(answer);
    child.stdin.write(`${line}\n`);
    return answered;
  };
  return { pid: child.pid, ready: found, readyMs, says, ask, stop };
}
