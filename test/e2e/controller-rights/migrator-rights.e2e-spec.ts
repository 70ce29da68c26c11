import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { controllerRoles, controllerUser } from '@orch/controller-rights';
import { temporaryDirectory, type TemporaryDirectory } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { ResourceServer } from '../../support/resource-fixtures.js';
import { AuditedRequests } from './audited-requests.js';
import { isForbidden, needs, permissionsOf, textOf, userOf } from './permissions.js';

const vocabulary = vocabularies.orch;
const ACCOUNT = 'storage-version-migrator';
const ROLE = `/apis/${vocabulary.groups.rbac}/v1/clusterroles/system:orch-controller:${ACCOUNT}`;
const MIGRATIONS = `/apis/${vocabulary.groups.storagemigration}/v1/storageversionmigrations`;

describe('rights of storage-version-migrator', () => {
  let directory: TemporaryDirectory;
  let server: ResourceServer;
  let log: string;

  beforeAll(async () => {
    directory = await temporaryDirectory();
    log = join(directory.path, 'audit.log');
    const policy = join(directory.path, 'policy.yaml');
    await writeFile(
      policy,
      'apiVersion: audit.orch.io/v1\nkind: Policy\nomitStages: [RequestReceived]\nrules: [{level: Metadata}]\n',
    );
    server = await ResourceServer.start({
      command: 'managed',
      storage: 'embedded',
      flags: [`--audit-policy-file=${policy}`, `--audit-log-path=${log}`],
      controllerFlags: ['--leader-elect'],
    });
  });
  afterAll(async () => {
    await server?.stop();
    await directory?.remove();
  });

  const migrate = (name: string, group: string, resource: string) =>
    server.create(MIGRATIONS, { metadata: { name }, spec: { resource: { group, resource } } });
  const conditionOf = async (name: string) =>
    ((await server.get(`${MIGRATIONS}/${name}`)).body.status?.['conditions'] as { type: string; status: string }[] | undefined)
      ?.filter(({ status, type }) => status === 'True' && type !== 'Running')
      .map(({ type }) => type)
      .join(); // prettier-ignore

  it('it uses each of them, and asks for nothing else', async () => {
    // With roles among them: a write without a change may not need the permission to escalate.
    await migrate('roles', vocabulary.groups.rbac, 'clusterroles');
    await migrate('nothing', 'example.com', 'nothings');
    // An equal event is counted up by code of all controllers, but a migration fails only once.
    let unused = permissionsOf(controllerRoles(vocabulary), ACCOUNT).filter(
      (one) => textOf(one) !== `${ACCOUNT} patch events`,
    );
    const audit = new AuditedRequests(log);
    await audit.until(
      (all) => {
        unused = unused.filter((one) => !all.some((asked) => needs(vocabulary, asked, one)));
        return unused.length === 0;
      },
      () => `never used: ${unused.map(textOf).join(', ')}`,
    );
    while (!(await conditionOf('roles')) || !(await conditionOf('nothing')));
    expect([await conditionOf('roles'), await conditionOf('nothing')]).toEqual(['Succeeded', 'Failed']);
    const own = (await audit.all()).filter((one) => userOf(one) === controllerUser(vocabulary, ACCOUNT));
    expect(own.filter(isForbidden)).toEqual([]);
  });

  it('without patch a migration fails', async () => {
    const { rules } = (await server.get(ROLE)).body as unknown as { rules: { verbs: string[] }[] };
    const less = rules.map((rule) => ({ ...rule, verbs: rule.verbs.filter((verb) => verb !== 'patch') }));
    expect((await server.merge(ROLE, { rules: less.filter(({ verbs }) => verbs.length > 0) })).code).toBe(200);
    await migrate('refused', '', 'namespaces');
    while (!(await conditionOf('refused')));
    expect(await conditionOf('refused')).toBe('Failed');
  });
});
