import { freePort, runOrch, type OrchProcess } from '@orch/testing';
import type { Replica } from './topology.js';

/** An API server that keeps its port and its files over restarts. */
export class ApiServerProcess implements Replica {
  private process: OrchProcess | undefined;
  private lives = 0;
  private runs = false;
  private logs = '';

  private constructor(
    readonly name: string,
    readonly port: number,
    private readonly flags: readonly string[],
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  static async start(
    name: string,
    flags: readonly string[],
    environment: NodeJS.ProcessEnv = {},
  ): Promise<ApiServerProcess> {
    const server = new ApiServerProcess(name, await freePort(), flags, environment);
    await server.start();
    return server;
  }

  get pid(): number {
    return this.process!.child.pid!;
  }

  get life(): number {
    return this.runs ? this.lives : 0;
  }

  log(): string {
    return this.logs + (this.process?.log() ?? '');
  }

  /** Starts it, and once more while it ends before it is ready. */
  async start(attempts = 20): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      this.process = runOrch(['apiserver', `--secure-port=${this.port}`, ...this.flags], this.environment);
      try {
        await this.process.ready;
        this.turn(true);
        return;
      } catch (error) {
        this.logs += `${this.process.log()}\n--- ended before it was ready\n`;
        if (attempt === attempts) throw error;
      }
    }
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    const { process } = this;
    if (!process) return;
    this.turn(false);
    await process.stop(signal);
    this.logs += `${process.log()}\n--- ${signal}\n`;
    this.process = undefined;
  }

  freeze(): void {
    this.turn(false);
    this.process?.child.kill('SIGSTOP');
  }

  thaw(): void {
    this.process?.child.kill('SIGCONT');
    this.turn(true);
  }

  private turn(runs: boolean): void {
    this.runs = runs;
    this.lives++;
  }
}
