import { runOrch, type OrchProcess } from '@orch/testing';
import { Agent, request } from 'undici';

/** Processes of controllers with a port for metrics and health, and requests to it. */
export class ControllerPorts {
  readonly agent = new Agent({ connect: { rejectUnauthorized: false } });
  private processes: OrchProcess[] = [];

  /** @param dataDir of the control plane. */
  constructor(private readonly dataDir: string) {}

  /** Resolves with the URL of the port when the controllers are synced. */
  async start(program: string, ...flags: string[]): Promise<{ process: OrchProcess; url: string }> {
    const process = runOrch([program, `--data-dir=${this.dataDir}`, '--metrics-bind-address=127.0.0.1:0', ...flags]);
    this.processes.push(process);
    await process.line((line) => line === 'synced');
    return { process, url: /serving metrics and health.*?(https:\/\/127\.0\.0\.1:\d+)/.exec(process.log())![1]! };
  }

  /** Stops all processes. */
  async stopAll(): Promise<void> {
    for (const each of this.processes.splice(0)) await each.stop();
  }

  async send(url: string, token?: string, method = 'GET') {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answer = await request(url, { dispatcher: this.agent, method: method as 'GET', headers });
    return { code: answer.statusCode, text: await answer.body.text(), headers: answer.headers };
  }
}
