import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SUPPORT = resolve(__dirname, '../../support');

/** A wall clock that differs from the machine's, for processes that are started with its environment. */
export class TestClock {
  readonly #file: number;

  /** @param directory where what belongs to it may lie. */
  constructor(
    readonly name: string,
    private readonly directory: string,
  ) {
    const path = this.path;
    writeFileSync(path, Buffer.alloc(8));
    this.#file = openSync(path, 'r+');
  }

  /** Milliseconds that it is ahead of the machine's; negative: behind. */
  set(shiftMs: number): void {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(shiftMs));
    writeSync(this.#file, bytes, 0, 8, 0);
  }

  close(): void {
    closeSync(this.#file);
  }

  /** For programs of Node. */
  get environment(): NodeJS.ProcessEnv {
    return { NODE_OPTIONS: `--require=${join(SUPPORT, 'shifted-clock.cjs')}`, ORCH_TEST_CLOCK: this.path };
  }

  /**
   * A folder with a program of this name that runs the real one with this clock: to be put in front of the PATH. Undefined: without
   * a C compiler the preloaded library cannot be built.
   */
  wrap(program: string): string | undefined {
    const library = join(this.directory, 'shifted-clock.so');
    const source = join(SUPPORT, 'shifted-clock.c');
    const made = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'], { encoding: 'utf8' });
    if (made.error) return undefined;
    if (made.status !== 0) throw new Error(`cc: ${made.stderr}`);
    const wrapper = join(this.directory, program);
    const path = process.env.PATH ?? '';
    writeFileSync(
      wrapper,
      `#!/bin/sh\nPATH='${path}'\nexport LD_PRELOAD='${library}' ORCH_TEST_CLOCK='${this.path}'\nexec ${program} "$@"\n`,
    );
    chmodSync(wrapper, 0o755);
    return this.directory;
  }

  private get path(): string {
    return join(this.directory, `${this.name}.clock`);
  }
}
