import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { ResourceServer } from '../support/resource-fixtures.js';

interface Event {
  readonly auditID: string;
  readonly stage: string;
  readonly verb: string;
  readonly level: string;
  readonly requestURI: string;
  readonly user: { readonly username: string };
  readonly impersonatedUser?: { readonly username: string };
  readonly objectRef?: { readonly resource: string; readonly name?: string };
  readonly responseStatus?: { readonly code: number };
  readonly requestObject?: unknown;
  readonly annotations?: Readonly<Record<string, string>>;
}

describe.each(VOCABULARY_NAMES)('the audit log of a process, in the %s vocabulary', (vocabulary) => {
  const domain = { orch: 'orch.io', kubernetes: 'k8s.io' }[vocabulary];
  let directory: string;
  let policy: string;
  let server: ResourceServer;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'orch-audit-'));
    policy = join(directory, 'policy.yaml');
    await writeFile(
      policy,
      `apiVersion: audit.${domain}/v1
kind: Policy
omitStages: [RequestReceived]
rules:
- level: None
  users: [system:apiserver]
- level: Request
  verbs: [create]
  resources: [{group: "", resources: [configmaps]}]
- level: RequestResponse
  resources: [{group: "", resources: [secrets]}]
- level: Metadata
  namespaces: [t1]
`,
    );
    server = await ResourceServer.start({
      vocabulary,
      flags: [`--audit-policy-file=${policy}`, `--audit-log-path=${join(directory, 'audit.log')}`],
    });
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('D-112 D-195 D-196 D-198 D-199 holds one JSON event a line, of what was done and of what was tried', async () => {
    const { paths } = server;
    await server.create(paths.configMaps, { metadata: { name: 'a' }, data: { k: 'v' } });
    await server.create(paths.secrets, { metadata: { name: 's' }, stringData: { password: 'hunter2' } });
    const tried = await server.get(`${paths.configMaps}/a`, { headers: { 'impersonate-user': 'eve\\n"}' } });
    const id = await server.get(`${paths.configMaps}/a`, { headers: { 'audit-id': 'from-the-client' } });
    expect(id.headers['audit-id']).toBe('from-the-client');
    await server.stop(); // all that waits is written before a process ends
    const text = await readFile(join(directory, 'audit.log'), 'utf8');
    expect(text).not.toContain('hunter2');
    expect(text).not.toContain(Buffer.from('hunter2').toString('base64'));
    const events = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Event);
    const [made, secret, refused, read] = events.filter(({ objectRef }) =>
      ['configmaps', 'secrets'].includes(objectRef?.resource ?? ''),
    );
    expect(made).toMatchObject({
      apiVersion: `audit.${domain}/v1`,
      level: 'Request',
      verb: 'create',
      stage: 'ResponseComplete',
      objectRef: { resource: 'configmaps', name: 'a' },
      requestObject: { data: { k: 'v' } },
      responseStatus: { code: 201 },
      annotations: { [`authorization.${domain}/decision`]: 'allow' },
    });
    expect(secret).toMatchObject({ level: 'RequestResponse', objectRef: { name: 's' } });
    expect(secret).not.toHaveProperty('requestObject');
    expect(refused).toMatchObject({
      auditID: tried.headers['audit-id'],
      user: { username: made!.user.username },
      impersonatedUser: { username: 'eve\\n"}' },
      responseStatus: { code: 403 },
      annotations: { [`authorization.${domain}/decision`]: 'forbid' },
    });
    expect(read).toMatchObject({ auditID: 'from-the-client', level: 'Metadata', responseStatus: { code: 200 } });
  });

  it('D-196 goes to standard output when the path is a dash, in addition to the ready line', async () => {
    const flags = [`--audit-policy-file=${policy}`, '--audit-log-path=-', '--audit-log-format=legacy'];
    const other = await ResourceServer.start({ vocabulary, flags });
    try {
      const { headers } = await other.get(other.paths.configMaps);
      const line = await other.plane.process.line((text) => text.includes(`id="${String(headers['audit-id'])}"`));
      expect(line).toMatch(/^\S+Z AUDIT: id="[^"]+" stage="ResponseComplete" ip="127.0.0.1" method="list" user="/);
    } finally {
      await other.stop();
    }
  });
});
