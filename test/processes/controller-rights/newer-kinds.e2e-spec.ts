import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { controllerRoles, controllerUser } from '@orch/controller-rights';
import { createCertificateAuthority } from '@orch/pki';
import { temporaryDirectory, type TemporaryDirectory } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { ResourceServer, type Body } from '../../support/resource-fixtures.js';
import { AuditedRequests } from './audited-requests.js';
import { isForbidden, needs, permissionsOf, textOf, userOf } from './permissions.js';

const vocabulary = vocabularies.orch;
const MIGRATOR = 'storage-version-migrator';
const PUBLISHER = 'cluster-trust-bundle-publisher';
const ROLE = `/apis/${vocabulary.groups.rbac}/v1/clusterroles/system:orch-controller:${MIGRATOR}`;
const BUNDLES = `/apis/${vocabulary.groups.certificates}/v1/clustertrustbundles`;
const MIGRATIONS = `/apis/${vocabulary.groups.storagemigration}/v1/storageversionmigrations`;

describe('rights of controllers of newer kinds', () => {
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

  /** Changes the bundle of the controller, and creates another one of its signer. */
  async function useBundles(): Promise<void> {
    const signerName = vocabulary.signers.apiServerServing;
    let published: Body | undefined;
    while (!published) {
      const { items } = (await server.get(BUNDLES)).body as unknown as { items: Body[] };
      published = items.find(({ spec }) => spec?.['signerName'] === signerName);
    }
    const validity = { notBeforeMs: Date.now(), validityDays: 2 };
    const { certificatePem: trustBundle } = await createCertificateAuthority({ commonName: 'other', ...validity });
    const spec = { signerName, trustBundle };
    const path = `${BUNDLES}/${published.metadata.name}`;
    expect((await server.merge(path, { spec })).code).toBe(200);
    while ((await server.get(path)).body.spec?.['trustBundle'] === trustBundle);
    const name = `${signerName.replace('/', ':')}:other`;
    await server.create(BUNDLES, { metadata: { name }, spec });
    while ((await server.get(`${BUNDLES}/${name}`)).code !== 404);
  }

  it.each([MIGRATOR, PUBLISHER])('%s uses each of them, and asks for nothing else', async (account) => {
    if (account === MIGRATOR) {
      // With roles among them: a write without a change may not need the permission to escalate.
      await migrate('roles', vocabulary.groups.rbac, 'clusterroles');
      await migrate('nothing', 'example.com', 'nothings');
    } else await useBundles();
    // An equal event is counted up by code of all controllers, but a migration fails only once.
    // The last is checked within a create.
    const exceptions = [`${account} patch events`, `${account} attest signers`];
    let unused = permissionsOf(controllerRoles(vocabulary), account).filter((one) => !exceptions.includes(textOf(one)));
    const audit = new AuditedRequests(log);
    await audit.until(
      (all) => {
        unused = unused.filter((one) => !all.some((asked) => needs(vocabulary, asked, one)));
        return unused.length === 0;
      },
      () => `never used: ${unused.map(textOf).join(', ')}`,
    );
    const own = (await audit.all()).filter((one) => userOf(one) === controllerUser(vocabulary, account));
    expect(own.filter(isForbidden)).toEqual([]);
  });

  it('a migration of roles succeeds, one of nothing fails', async () => {
    while (!(await conditionOf('roles')) || !(await conditionOf('nothing')));
    expect([await conditionOf('roles'), await conditionOf('nothing')]).toEqual(['Succeeded', 'Failed']);
  });

  it('without patch a migration fails', async () => {
    const { rules } = (await server.get(ROLE)).body as unknown as { rules: { verbs: string[] }[] };
    const less = rules.map((rule) => ({ ...rule, verbs: rule.verbs.filter((verb) => verb !== 'patch') }));
    expect((await server.merge(ROLE, { rules: less.filter(({ verbs }) => verbs.length > 0) })).code).toBe(200);
    await migrate('refused', '', 'namespaces');
    while (!(await conditionOf('refused')));
    expect(await conditionOf('refused')).toBe('Failed');
  });

  it('without attest no bundle is published', async () => {
    const { items } = (await server.get(BUNDLES)).body as unknown as { items: Body[] };
    const role = ROLE.replace(MIGRATOR, PUBLISHER);
    const { rules } = (await server.get(role)).body as unknown as { rules: { verbs: string[] }[] };
    const less = rules.filter(({ verbs }) => !verbs.includes('attest'));
    expect((await server.merge(role, { rules: less })).code).toBe(200);
    await server.delete(`${BUNDLES}/${items[0]!.metadata.name}`);
    await new AuditedRequests(log).until(
      (all) =>
        all.some(
          (one) =>
            userOf(one) === controllerUser(vocabulary, PUBLISHER) &&
            one.verb === 'create' &&
            one.responseStatus?.code === 403,
        ),
      () => 'it was not refused',
    );
  });
});
