import { readFileSync } from 'node:fs';
import { runOrch, type OrchProcess } from '@orch/testing';

/** One of several processes of all controllers. It is started again whenever it ends. */
export class ControllerReplica {
  private process: OrchProcess | undefined;
  private ended: Promise<void> = Promise.resolve();
  private stopping = false;
  private logs = '';
  /** Ends that no test has caused, with the last line of the log: a replica that loses its lease ends. */
  readonly ends: string[] = [];

  constructor(
    readonly name: string,
    private readonly flags: readonly string[],
  ) {}

  /** Resolves when its caches are synced for the first time. */
  async start(): Promise<void> {
    this.run();
    await this.process!.line((line) => line === 'synced');
  }

  /** Resident memory. Unit: MiB. Undefined while it does not run. */
  get residentMiB(): number | undefined {
    const { pid, exitCode, signalCode } = this.process!.child;
    if (exitCode !== null || signalCode !== null) return undefined;
    const kiB = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kiB === undefined ? undefined : Math.round(Number(kiB) / 1024);
  }

  kill(): void {
    this.process!.child.kill('SIGKILL');
  }

  freeze(): void {
    this.process!.child.kill('SIGSTOP');
  }

  thaw(): void {
    this.process!.child.kill('SIGCONT');
  }

  log(): string {
    return this.logs + this.process!.log();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.thaw();
    this.process!.child.kill('SIGTERM');
    await this.ended;
  }

  private run(): void {
    const process = runOrch(['controller-manager', ...this.flags]);
    this.process = process;
    this.ended = new Promise((resolve) => {
      process.child.once('close', (code, signal) => {
        if (this.stopping) return resolve();
        this.logs += `${process.log()}\n--- ended: ${code ?? signal}\n`;
        if (signal !== 'SIGKILL') this.ends.push(`${code ?? signal}: ${process.log().trim().split('\n').at(-1)}`);
        this.run();
        // The new one, which is also the one that is stopped.
        void this.ended.then(resolve);
      });
    });
  }
}
