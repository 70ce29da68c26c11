import { join } from 'node:path';
import { ReviewServer, runCommand, startControlPlane, type TestControlPlane } from '@orch/testing';
import { convertGadgets, gadgetDefinition, gadgetVersion } from '../support/gadgets.js';

const ORCH = join(__dirname, '../../bin/orch.js');
const DEFINITION = '/apis/apiextensions.orch.io/v1/customresourcedefinitions/gadgets.example.com';
const objects = (version: string) => `/apis/example.com/${version}/namespaces/default/gadgets`;

type Fields = Readonly<Record<string, unknown>>;
describe('orch storage migrate', () => {
  let plane: TestControlPlane;
  let hook: ReviewServer;

  beforeAll(async () => {
    [plane, hook] = await Promise.all([
      startControlPlane({ command: 'apiserver' }),
      ReviewServer.start({ asksForCertificate: false }),
    ]);
    hook.always = convertGadgets;
  });
  afterAll(async () => {
    await plane?.stop();
    await hook?.close();
  });

  const send = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
    JSON.parse(await plane.client.text({ method, path, ...(body === undefined ? {} : { body }) })) as Fields & {
      readonly spec: Fields;
      readonly status: { readonly storedVersions?: string[]; readonly conditions?: { type: string; status: string }[] };
    };
  const migrate = (...args: readonly string[]) =>
    runCommand(process.execPath, [ORCH, 'storage', 'migrate', ...args, 'gadgets.example.com', `--orchconfig=${plane.adminConf}`]); // prettier-ignore
  const change = async (spec: Fields) => {
    const current = await send('GET', DEFINITION);
    return send('PUT', DEFINITION, { ...current, spec: { ...current.spec, ...spec } });
  };

  it('rewrites the objects of an old storage version, which can be removed then', async () => {
    await send('POST', DEFINITION.slice(0, DEFINITION.lastIndexOf('/')), gadgetDefinition(hook));
    let established = false;
    while (!established) {
      const { status } = await send('GET', DEFINITION);
      established = (status.conditions ?? []).some((one) => one.type === 'Established' && one.status === 'True');
    }
    for (let size = 1; size <= 5; size++) {
      const object = { apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name: `g${size}` }, spec: { size } };
      await send('POST', objects('v1'), object);
    }
    await change({ versions: [gadgetVersion('v1', 'size', false), gadgetVersion('v2', 'count', true)] });

    const { status, stdout, stderr } = await migrate('--page-size=2');
    expect({ status, stderr: stderr.replaceAll(/--continue=\S+/g, '--continue=TOKEN') }).toEqual({
      status: 0,
      stderr: [
        'orch storage migrate: 2 rewritten, 0 unchanged, 0 changed by others, 0 deleted; --continue=TOKEN',
        'orch storage migrate: 4 rewritten, 0 unchanged, 0 changed by others, 0 deleted; --continue=TOKEN',
        'orch storage migrate: 5 rewritten, 0 unchanged, 0 changed by others, 0 deleted',
        '',
      ].join('\n'),
    });
    expect(stdout).toBe(
      'gadgets.example.com: 5 rewritten, 0 unchanged, 0 changed by others, 0 deleted; all objects are stored in the storage version\n',
    );
    expect((await migrate()).stdout).toContain(': 0 rewritten, 5 unchanged, 0 changed by others, 0 deleted;');

    const current = await send('GET', DEFINITION);
    expect(current.status.storedVersions).toEqual(['v1', 'v2']);
    const status2 = { ...current.status, storedVersions: ['v2'] };
    await send('PUT', `${DEFINITION}/status`, { ...current, status: status2 });
    await change({ versions: [gadgetVersion('v2', 'count', true)] });
    hook.reset();
    expect((await send('GET', `${objects('v2')}/g3`)).spec).toEqual({ count: 3 });
    expect(hook.calls).toEqual([]);
  });

  it('goes on where an earlier run stopped', async () => {
    const first = await migrate('--page-size=2');
    const token = /--continue=(\S+)/.exec(first.stderr)![1]!;
    expect((await migrate(`--continue=${token}`)).stdout).toContain(': 0 rewritten, 3 unchanged,');
  });

  it('rewrites objects that rules in the definition convert', async () => {
    const name = 'gizmos.example.com';
    const [definitions, gizmos] = [DEFINITION.slice(0, DEFINITION.lastIndexOf('/')), '/namespaces/default/gizmos'];
    const versions = (storage: string) =>
      [gadgetVersion('v1', 'size', storage === 'v1'), gadgetVersion('v2', 'count', storage === 'v2')] as const;
    const rules = '{"conversions":[{"from":"v1","to":"v2","fields":[{"from":"spec.size","to":"spec.count"}]}]}';
    const spec = { group: 'example.com', scope: 'Namespaced', names: { plural: 'gizmos', kind: 'Gizmo' } };
    const annotations = { 'apiextensions.orch.io/conversion': rules };
    await send('POST', definitions, { metadata: { name, annotations }, spec: { ...spec, versions: versions('v1') } });
    let established = false;
    while (!established) {
      const { status } = await send('GET', `${definitions}/${name}`);
      established = (status.conditions ?? []).some((one) => one.type === 'Established' && one.status === 'True');
    }
    for (let size = 1; size <= 3; size++) {
      const object = { apiVersion: 'example.com/v1', kind: 'Gizmo', metadata: { name: `g${size}` }, spec: { size } };
      await send('POST', `/apis/example.com/v1${gizmos}`, object);
    }
    const current = await send('GET', `${definitions}/${name}`);
    await send('PUT', `${definitions}/${name}`, { ...current, spec: { ...current.spec, versions: versions('v2') } });

    const run = () =>
      runCommand(process.execPath, [ORCH, 'storage', 'migrate', name, `--orchconfig=${plane.adminConf}`]);
    expect((await run()).stdout).toContain(': 3 rewritten, 0 unchanged,');
    expect((await run()).stdout).toContain(': 0 rewritten, 3 unchanged,');
    expect((await send('GET', `/apis/example.com/v2${gizmos}/g3`)).spec).toEqual({ count: 3 });
    expect((await send('GET', `/apis/example.com/v1${gizmos}/g3`)).spec).toEqual({ size: 3 });
  });

  it('names a resource that is not served', async () => {
    const { status, stderr } = await runCommand(process.execPath, [ORCH, 'storage', 'migrate', 'nothing.example.com', `--orchconfig=${plane.adminConf}`]); // prettier-ignore
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'orch storage migrate: the server serves no resource "nothing.example.com": write it as PLURAL.GROUP\n',
    });
  });
});
