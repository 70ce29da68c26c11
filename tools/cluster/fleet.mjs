import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const { endWithTests } = createRequire(import.meta.url)('../../dist/libs/testing/src/process/end-with-tests.js');

/** What ended on its own is started again after this. Unit: milliseconds. */
const RESTART_MS = 1_000;

/** Processes that are kept running until all of them are ended. Their logs go to standard error, each line with its name. */
export class Fleet {
  #members = new Map();
  #isEnding = false;

  /** Starts a process. Resolves when it has written a line that `isReady` accepts, on standard output or standard error. */
  start(name, command, args, isReady = () => true) {
    return new Promise((ready) => this.#run(name, command, args, (line) => isReady(line) && ready()));
  }

  /** Ends those whose names `chosen` accepts, all at once, and waits for them. */
  async end(chosen = () => true) {
    this.#isEnding = true;
    const ending = [...this.#members].filter(([name]) => chosen(name)).map(([, child]) => child);
    await Promise.all(
      ending.map((child) => {
        const ended = new Promise((done) => child.once('close', done));
        child.kill('SIGTERM');
        return ended;
      }),
    );
  }

  #run(name, command, args, onLine) {
    // A group of its own: Ctrl-C reaches us alone, and we end them in order.
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    endWithTests(child);
    this.#members.set(name, child);
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        process.stderr.write(`${name} | ${line}\n`);
        onLine(line);
      });
    }
    child.once('error', (error) => {
      process.stderr.write(`${name} cannot be started (${error.message}): is ${command} installed?\n`);
      process.exit(1);
    });
    child.once('close', (status, signal) => {
      this.#members.delete(name);
      if (this.#isEnding) return;
      process.stderr.write(`${name} | ended (${signal ?? status}), is started again\n`);
      setTimeout(() => this.#isEnding || this.#run(name, command, args, onLine), RESTART_MS);
    });
  }
}
