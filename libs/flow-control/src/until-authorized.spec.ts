import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolveRequestInfo, ServerRequest } from '@orch/http';
import { noYaml } from '@orch/server-testing';
import { vocabularies } from '@orch/vocabulary';
import { FlowControl } from './flow-control.js';
import { priorityAndFairness } from './priority-and-fairness.js';

const PATHS = [
  '/api/v1/namespaces/a/pods/x/log',
  '/api/v1/namespaces/a/pods/x/exec',
  '/api/v1/namespaces/a/pods/x/attach',
  '/api/v1/namespaces/a/pods/x/portforward',
  '/api/v1/namespaces/a/services/x/proxy/y',
];

/** A reply that records its code. */
class Reply extends EventEmitter {
  headersSent = false;
  code = 0;
  writeHead(code: number): this {
    this.code = code;
    return this;
  }
  setHeader = () => this;
  end = () => this;
}

function requestFor(url: string) {
  const raw = Object.assign(new EventEmitter(), { method: 'GET', url, headers: {}, httpVersionMajor: 1 });
  const reply = new Reply();
  const message = raw as unknown as IncomingMessage;
  const request = new ServerRequest(message, reply as unknown as ServerResponse, 'id', 1_000, noYaml);
  request.info = resolveRequestInfo('GET', url);
  request.user = { username: 'jane', groups: [] };
  return { request, reply };
}

describe('a long-running request', () => {
  /** One seat for requests without a schema, and no queue. */
  const setUp = () => {
    const flows = new FlowControl(1, vocabularies.orch.headers);
    const counts = { inFlight: { readOnly: 0, mutating: 0 }, rejected: 0 };
    const { level } = flows.schemas.find(({ level: { name } }) => name === 'catch-all')!;
    const handled: ServerRequest[] = [];
    const outcomes: ((error?: Error) => void)[] = [];
    const step = priorityAndFairness({ flows, waitLimitMs: 1_000, counts })((request) => {
      handled.push(request);
      return new Promise((resolve, reject) => outcomes.push((error) => (error ? reject(error) : resolve())));
    });
    return { level, handled, outcomes, step };
  };

  for (const path of PATHS) {
    it(`has a seat until it is authorized: ${path}`, async () => {
      const { level, handled, step } = setUp();
      void step(requestFor(path).request);
      expect([level.executing, handled.length]).toEqual([1, 1]);
      const refused = requestFor(path);
      await step(refused.request);
      expect([refused.reply.code, handled.length]).toEqual([429, 1]);
      handled[0]!.onAuthorized!();
      expect(level.executing).toBe(0);
      void step(requestFor(path).request);
      expect([level.executing, handled.length]).toEqual([1, 2]);
    });
  }

  it('releases its seat once, for any outcome', async () => {
    const { level, handled, outcomes, step } = setUp();
    const forbidden = step(requestFor(PATHS[0]!).request);
    outcomes[0]!(new Error('forbidden'));
    await expect(forbidden).rejects.toThrow('forbidden');
    expect(level.executing).toBe(0);
    const served = step(requestFor(PATHS[0]!).request);
    handled[1]!.onAuthorized!();
    void step(requestFor(PATHS[0]!).request);
    outcomes[1]!();
    await served;
    expect(level.executing).toBe(1);
  });
});
