import { Agent, request } from 'undici';
import { type DashboardBrowser, TOKENS } from './dashboard-browser.js';

/** Calls of the API by the administrator, with bodies that no typed client would send. */
export class AdminCalls {
  private readonly agent = new Agent({ connect: { rejectUnauthorized: false } });

  constructor(private readonly dashboard: DashboardBrowser) {}

  /** @throws Error unless the answer is 2xx. */
  async send<T = unknown>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<T> {
    const { statusCode, body: answer } = await request(`${this.dashboard.plane.url}${path}`, {
      method,
      dispatcher: this.agent,
      headers: { authorization: `Bearer ${TOKENS.admin}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${text}`);
    return JSON.parse(text) as T;
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }
}
