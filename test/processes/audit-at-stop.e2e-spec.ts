import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ResourceServer } from '../support/resource-fixtures.js';

interface Event {
  readonly auditID: string;
  readonly stage: string;
}

/** More than two batches of the sizes below. */
const REQUESTS = 60;

/** Audit ids of `REQUESTS` answered requests, sent at once; the server gets SIGTERM when the last one is answered. */
async function answeredBeforeStop(server: ResourceServer): Promise<string[]> {
  const reads = Array.from({ length: REQUESTS }, (_, index) => server.get(`${server.paths.configMaps}/none-${index}`));
  const answers = await Promise.all(reads);
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 404));
  await server.stop();
  return answers.map(({ headers }) => String(headers['audit-id'])).sort();
}

const completed = (events: readonly Event[], ids: readonly string[]) =>
  events
    .flatMap(({ auditID, stage }) => (stage === 'ResponseComplete' && ids.includes(auditID) ? [auditID] : []))
    .sort();

describe('audit events of a process that gets SIGTERM', () => {
  let directory: string;
  let policy: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'orch-audit-stop-'));
    policy = join(directory, 'policy.yaml');
    await writeFile(policy, 'apiVersion: audit.orch.io/v1\nkind: Policy\nrules: [{level: RequestResponse}]\n');
  });
  afterAll(() => rm(directory, { recursive: true }));

  const start = (...flags: string[]) =>
    ResourceServer.start({ vocabulary: 'orch', flags: [`--audit-policy-file=${policy}`, ...flags] });

  it.each(['blocking', 'blocking-strict', 'batch'])(
    'D-196 those of all answered requests are in the log once it has ended, in mode %s',
    async (mode) => {
      const path = join(directory, `${mode}.log`);
      // The wait of a batch never ends by itself.
      const server = await start(
        `--audit-log-path=${path}`,
        `--audit-log-mode=${mode}`,
        '--audit-log-batch-max-wait=1h',
        '--audit-log-batch-max-size=10000',
      );
      const ids = await answeredBeforeStop(server);
      const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
      expect(
        completed(
          lines.map((line) => JSON.parse(line) as Event),
          ids,
        ),
      ).toEqual(ids);
    },
  );

  describe('with a collector', () => {
    let collector: Server;
    let batches: Event[][];
    let configuration: string;
    beforeEach(async () => {
      batches = [];
      collector = createServer((request, response) => {
        void text(request).then((body) => {
          batches.push((JSON.parse(body) as { items: Event[] }).items);
          response.end();
        });
      }).listen(0, '127.0.0.1');
      await new Promise((listening) => collector.once('listening', listening));
      configuration = join(directory, 'collector.conf');
      const { port } = collector.address() as AddressInfo;
      await writeFile(
        configuration,
        JSON.stringify({
          apiVersion: 'v1',
          kind: 'Config',
          clusters: [{ name: 'c', cluster: { server: `http://127.0.0.1:${port}/events` } }],
          contexts: [{ name: 'c', context: { cluster: 'c' } }],
          'current-context': 'c',
        }),
      );
    });
    afterEach(async () => {
      collector.closeAllConnections();
      await new Promise((closed) => collector.close(closed));
    });

    it.each([
      ['that waits for more events', 'batch', 10_000],
      ['of several calls', 'batch', 25],
      ['of one request each', 'blocking', 400],
    ])(
      'D-197 those of all answered requests are at the webhook once it has ended: a batch %s',
      async (_title, mode, size) => {
        const server = await start(
          `--audit-webhook-config-file=${configuration}`,
          `--audit-webhook-mode=${mode}`,
          '--audit-webhook-batch-max-wait=1h',
          `--audit-webhook-batch-max-size=${size}`,
          // One call, then none for an hour: the stop must not wait for it.
          '--audit-webhook-batch-throttle-qps=0.0003',
          '--audit-webhook-batch-throttle-burst=1',
        );
        const ids = await answeredBeforeStop(server);
        expect(completed(batches.flat(), ids)).toEqual(ids);
        expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(size);
      },
    );
  });
});
