import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Agent } from 'undici';
import { TestServer, type Answer } from '@orch/server-testing';

/** One version that a release removes, and an object of it. */
interface Removed {
  readonly ids: string;
  /** Below `/apis`, up to the version. */
  readonly group: string;
  readonly version: string;
  /** The plural, with its namespace where it has one. */
  readonly collection: string;
  /** Last release 1.x that serves it. */
  readonly last: 21 | 24 | 25 | 26;
  /** The stable version. Default: v1. */
  readonly stable?: string;
  readonly body: object;
}

const roleRef = { kind: 'ClusterRole', name: 'r' };
const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] };
const webhooks = [{ name: 'a.example.com', clientConfig: { url: 'https://example.com' }, rules: [rule] }];
const DEMANDED = { sideEffects: 'None', admissionReviewVersions: ['v1'] };
const level = { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } };
const JOB_POD = { restartPolicy: 'Never', containers: [{ name: 'c', image: 'example.com/c' }] };
const HPA = 'horizontalpodautoscalers';
const scaled = { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' }, maxReplicas: 3 };
const inDefault = (resource: string) => `namespaces/default/${resource}`;

const storage = { group: 'storage.orch.io', version: 'v1beta1' };
const rbac = { ids: 'D-253', group: 'rbac.authorization.orch.io', version: 'v1beta1', last: 21 } as const;
const webhook = { ids: 'B-446', group: 'admissionregistration.orch.io', version: 'v1beta1', last: 21 } as const;
const flow = {
  ids: 'B-406',
  group: 'flowcontrol.apiserver.orch.io',
  version: 'v1beta1',
  stable: 'v1beta2',
  last: 25,
} as const;

const ROWS: readonly Removed[] = [
  {
    ...storage,
    ids: 'B-404',
    collection: inDefault('csistoragecapacities'),
    last: 26,
    body: { storageClassName: 's' },
  },
  { ...storage, ids: 'D-253', collection: 'csidrivers', last: 21, body: { spec: {} } },
  { ...storage, ids: 'D-253', collection: 'csinodes', last: 21, body: { spec: { drivers: [] } } },
  { ...storage, ids: 'D-253', collection: 'storageclasses', last: 21, body: { provisioner: 'example.com/s' } },
  {
    ...{ ...storage, ids: 'D-253', collection: 'volumeattachments', last: 21 },
    body: { spec: { attacher: 'd', nodeName: 'n', source: { persistentVolumeName: 'v' } } },
  },
  { ...rbac, collection: inDefault('roles'), body: {} },
  { ...rbac, collection: inDefault('rolebindings'), body: { roleRef } },
  { ...rbac, collection: 'clusterroles', body: {} },
  { ...rbac, collection: 'clusterrolebindings', body: { roleRef } },
  {
    ...{ ids: 'D-253', group: 'scheduling.orch.io', version: 'v1beta1', collection: 'priorityclasses', last: 21 },
    body: { value: 1 },
  },
  { ...webhook, collection: 'validatingwebhookconfigurations', body: { webhooks } },
  { ...webhook, collection: 'mutatingwebhookconfigurations', body: { webhooks } },
  {
    ...{ ids: 'B-485', group: 'coordination.orch.io', version: 'v1beta1', collection: inDefault('leases'), last: 21 },
    body: {},
  },
  {
    ...{ ids: 'B-444', group: 'node.orch.io', version: 'v1beta1', collection: 'runtimeclasses', last: 24 },
    body: { handler: 'h' },
  },
  {
    ...{ ids: 'D-253', group: 'networking.orch.io', version: 'v1beta1', collection: 'ingressclasses', last: 21 },
    body: { spec: { controller: 'example.com/c' } },
  },
  {
    ...{ ids: 'B-410', group: 'batch', version: 'v1beta1', collection: inDefault('cronjobs'), last: 24 },
    body: { spec: { schedule: '@daily', jobTemplate: { spec: { template: { spec: JOB_POD } } } } },
  },
  {
    ...{ ids: 'B-432', group: 'autoscaling', version: 'v2beta1', collection: inDefault(HPA), last: 24, stable: 'v2' },
    body: { spec: scaled },
  },
  {
    ...{ ids: 'B-408', group: 'autoscaling', version: 'v2beta2', collection: inDefault(HPA), last: 25, stable: 'v2' },
    body: { spec: scaled },
  },
  { ...flow, collection: 'flowschemas', body: { spec: { priorityLevelConfiguration: { name: 'l' } } } },
  { ...flow, collection: 'prioritylevelconfigurations', body: { spec: level } },
];

describe('removed API versions', () => {
  let dataDir: string;
  let server: TestServer;
  let admin: Agent;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'orch-removed-'));
  });
  afterEach(async () => {
    await server.close();
    await rm(dataDir, { recursive: true });
  });
  const start = async (emulatedMinor: number) => {
    // With it, the server writes the status of flow schemas while the test reads them.
    server = await TestServer.start({ emulatedMinor, dataDir, flowLimits: { priorityAndFairness: false } });
    admin = await server.admin();
  };
  const at = ({ group, version, collection }: Removed, inVersion = version) =>
    `/apis/${group}/${inVersion}/${collection}`;
  const call = (method: string, path: string, body?: object): Promise<Answer> =>
    server.call(path, {
      ...{ method, agent: admin },
      ...(body ? { body, headers: { 'content-type': 'application/json' } } : {}),
    });

  for (const last of [21, 24, 25, 26] as const) {
    const rows = ROWS.filter((row) => row.last === last);
    const ids = [...new Set(rows.flatMap((row) => row.ids.split(' ')))].join(' ');

    it(`${ids} B-403 work in 1.${last}, and are 404 in the next release, where the stable version has their objects`, async () => {
      await start(last);
      const made: [row: Removed, answer: Answer][] = [];
      for (const row of rows) {
        const path = at(row);
        const answer = await call('POST', path, { metadata: { name: 'x' }, ...row.body });
        expect([path, answer.code, answer.json['apiVersion']]).toEqual([path, 201, `${row.group}/${row.version}`]);
        expect([path, String(answer.headers['warning'])]).toEqual([
          path,
          expect.stringMatching(new RegExp(` is deprecated in v1\\.\\d+\\+, unavailable in v1\\.${last + 1}\\+; use `)),
        ]);
        const again = await call('PUT', `${path}/x`, answer.json);
        expect([path, again.code, again.json]).toEqual([path, 200, answer.json]);
        expect([path, (await call('GET', `${path}/x`)).json]).toEqual([path, answer.json]);
        const stable = await call('GET', `${at(row, row.stable ?? 'v1')}/x`);
        expect([path, stable.code, stable.headers['warning']]).toEqual([path, 200, undefined]);
        expect((await call('POST', path, { metadata: { name: 'y' }, ...row.body })).code).toBe(201);
        expect([path, (await call('DELETE', `${path}/y?propagationPolicy=Background`)).code]).toEqual([path, 200]);
        expect([path, (await call('GET', `${at(row, row.stable ?? 'v1')}/y`)).code]).toEqual([path, 404]);
        made.push([row, stable]);
      }
      await server.close();
      await start(last + 1);
      for (const [row, before] of made) {
        const path = at(row);
        expect([path, (await call('GET', path)).code]).toEqual([path, 404]);
        expect([path, (await call('GET', `${at(row, row.stable ?? 'v1')}/x`)).json]).toEqual([path, before.json]);
      }
    });
  }

  it('B-382 a release reads unchanged what the next one wrote', async () => {
    await start(25);
    const made: [path: string, object: object][] = [];
    for (const row of ROWS.filter(({ version }) => version !== 'v2beta2')) {
      const path = at(row, row.stable ?? 'v1');
      const body = row.ids === 'B-446' ? { webhooks: [{ ...webhooks[0], ...DEMANDED }] } : row.body;
      const answer = await call('POST', path, { metadata: { name: 'x' }, ...body });
      expect([path, answer.code]).toEqual([path, 201]);
      made.push([path, answer.json]);
    }
    await server.close();
    await start(24);
    for (const [path, object] of made) expect([path, (await call('GET', `${path}/x`)).json]).toEqual([path, object]);
  });

  it('B-191 B-447 B-486 B-445 the stable version reads objects written in the older one, with equal fields', async () => {
    await start(21);
    for (const row of ROWS.filter(({ group }) => /^(admissionregistration|coordination|node)\./.test(group))) {
      const path = at(row);
      const made = await call('POST', path, { metadata: { name: 'x' }, ...row.body });
      expect([path, made.code]).toEqual([path, 201]);
      if (row.group.startsWith('admissionregistration.'))
        expect(made.headers['warning']).toMatch(
          /^299 - "admissionregistration\.orch\.io\/v1beta1 \w+WebhookConfiguration is deprecated in v1\.16\+, unavailable in v1\.22\+; use admissionregistration\.orch\.io\/v1 /,
        );
      const stable = await call('GET', `${at(row, row.stable ?? 'v1')}/x`);
      expect([path, stable.json]).toEqual([path, { ...made.json, apiVersion: `${row.group}/v1` }]);
    }
  });
});
