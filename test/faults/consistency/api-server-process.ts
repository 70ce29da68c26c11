import { freePort, runOrch, type OrchProcess } from '@orch/testing';
import type { Replica } from './topology.js';

/** An API server that keeps its port and its files over restarts. */
export class ApiServerProcess implements Replica {
  private process: OrchProcess | undefined;
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

  log(): string {
    return this.logs + (this.process?.log() ?? '');
  }

  /** Starts it, and once more while it ends before it is ready. */
  async start(attempts = 20): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      this.process = runOrch(['apiserver', `--secure-port=${this.port}`, ...this.flags], this.environment);
      try {
        await this.process.ready;
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
    await process.stop(signal);
    this.logs += `${process.log()}\n--- ${signal}\n`;
    this.process = undefined;
  }

  signal(signal: NodeJS.Signals): void {
    this.process?.child.kill(signal);
  }
}
