import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtinRights, controllerRoles, controllerUser, type ControllerRole } from '@orch/controller-rights';
import { loadClientConfiguration } from '@orch/client';
import { freePort, temporaryDirectory, type TemporaryDirectory } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { Agent, request } from 'undici';
import { ResourceServer, type Body } from '../../support/resource-fixtures.js';
import { decide, pkcs10, CLIENT_USAGES } from '../../support/signing-requests.js';
import { AuditedRequests, type AuditedRequest } from './audited-requests.js';
import { isForbidden, needs, permissionsOf, rolesOf, textOf, userOf, type Permission } from './permissions.js';
import { exerciseControllers } from './scenario.js';

const vocabulary = vocabularies.orch;
const SYSTEM = vocabulary.namespaces.system;
const accounts = [...Object.keys(builtinRights(vocabulary)), 'controller-manager'];
/** Release 1.23 serves no migrations and trust bundles; rights for them have a test of their own. */
const roles = controllerRoles(
  vocabulary,
  ({ resource }) => !['storageversionmigrations', 'clustertrustbundles'].includes(resource),
);

/** Permissions that are checked within a request of another verb. */
const INNER_VERBS = new Set(['escalate', 'approve', 'sign', 'impersonate']);
const isInner = ({ verb, resource }: Permission): boolean => INNER_VERBS.has(verb) || resource.endsWith('/finalizers');
/** Used after a conflict, after 40 s, and for kinds that cannot be deleted as a collection, which no built-in one is. */
const RARE = new Set([
  'namespace-finalizer delete *',
  'pvc-protection get persistentvolumeclaims',
  'pvc-protection get persistentvolumes',
  'persistent-volume-binder get persistentvolumeclaims',
  'node-lifecycle get nodes',
  'pod-garbage-collector get nodes',
]);

/** A user without rights asks the port of the controllers, which asks the API server. */
async function askForMetrics(server: ResourceServer, port: number): Promise<void> {
  const account = `/api/v1/namespaces/${server.namespace}/serviceaccounts`;
  await server.create(account, { metadata: { name: 'scraper' } });
  const { status } = await server.create(`${account}/scraper/token`, { spec: {} });
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  try {
    const headers = { authorization: `Bearer ${String(status['token'])}` };
    const { statusCode } = await request(`https://127.0.0.1:${port}/metrics`, { dispatcher, headers });
    expect(statusCode).toBe(403);
  } finally {
    await dispatcher.destroy();
  }
}

describe('rights of the built-in controllers', () => {
  let server: ResourceServer;
  let directory: TemporaryDirectory;
  let audit: AuditedRequests;

  beforeAll(async () => {
    directory = await temporaryDirectory();
    const port = await freePort();
    const [policy, log] = ['policy.yaml', 'audit.log'].map((name) => join(directory.path, name));
    await writeFile(
      policy!,
      `apiVersion: audit.orch.io/v1\nkind: Policy\nomitStages: [RequestReceived]\nrules: [{level: Metadata}]\n`,
    );
    server = await ResourceServer.start({
      command: 'managed',
      storage: 'embedded',
      flags: [
        // Tokens of service accounts are made by a controller up to this release.
        '--emulated-version=1.23',
        '--enable-bootstrap-token-auth',
        '--enable-admission-plugins=OwnerReferencesPermissionEnforcement',
        '--controller-credentials=*',
        `--audit-policy-file=${policy}`,
        `--audit-log-path=${log}`,
      ],
      controllerFlags: [
        '--leader-elect',
        `--metrics-bind-address=127.0.0.1:${port}`,
        ...['--node-monitor-period=200ms', '--node-monitor-grace-period=1s', '--node-startup-grace-period=1s'],
      ],
    });
    audit = new AuditedRequests(log!);
    await exerciseControllers(server);
    await askForMetrics(server, port);
  });
  afterAll(async () => {
    await server?.stop();
    await directory?.remove();
  });

  const user = (account: string): string => controllerUser(vocabulary, account);

  it.each(accounts)('%s uses each of them, and asks for nothing else', async (account) => {
    let unused = permissionsOf(roles, account).filter((one) => !isInner(one) && !RARE.has(textOf(one)));
    const isDone = (all: readonly AuditedRequest[]): boolean => {
      unused = unused.filter((one) => !all.some((asked) => needs(vocabulary, asked, one)));
      return unused.length === 0;
    };
    await audit.until(isDone, () => `never used: ${unused.map(textOf).join(', ')}`);
    const own = (await audit.all()).filter((one) => userOf(one) === user(account));
    expect(own.filter(isForbidden)).toEqual([]);
  });

  describe('permissions that are checked within a request', () => {
    const clusterRoles = () => `/apis/${vocabulary.groups.rbac}/v1/clusterroles`;

    /** Runs `cause` while the role of a controller lacks a verb, and waits until a request of it is refused. */
    async function refusedWithout(account: string, verb: string, verbOfRequest: string, cause: () => Promise<unknown>) {
      const path = `${clusterRoles()}/system:orch-controller:${account}`;
      const { rules } = (await server.get(path)).body as unknown as ControllerRole;
      const less = rules
        .map((rule) => ({ ...rule, verbs: rule.verbs.filter((one) => one !== verb) }))
        .filter(({ verbs }) => verbs.length > 0);
      expect((await server.merge(path, { rules: less })).code).toBe(200);
      const count = (all: readonly AuditedRequest[]): number =>
        all.filter(
          (one) => userOf(one) === user(account) && one.verb === verbOfRequest && one.responseStatus?.code === 403,
        ).length;
      const before = count(await audit.all());
      try {
        await cause();
        await audit.until(
          (all) => count(all) > before,
          () => `${account} was not refused without ${verb}`,
        );
      } finally {
        await server.merge(path, { rules });
      }
    }

    const requestOf = async (name: string, signerName: string, organizations: string[] = []) =>
      server.create(server.paths.requests, {
        metadata: { name },
        spec: {
          request: await pkcs10({ commonName: `system:node:${name}`, organizations }),
          signerName,
          usages: CLIENT_USAGES,
        },
      });

    it('cluster-role-aggregation needs escalate', () =>
      refusedWithout('cluster-role-aggregation', 'escalate', 'update', () =>
        server.create(clusterRoles(), {
          metadata: { name: 'more', labels: { 'gather.example.com/me': 'yes' } },
          rules: [{ verbs: ['delete'], apiGroups: ['example.com'], resources: ['others'] }],
        }),
      ));
    it('endpointslice needs to update finalizers of the service that owns a slice', () =>
      refusedWithout('endpointslice', 'update', 'create', () =>
        server.create(`/api/v1/namespaces/${server.namespace}/services`, {
          metadata: { name: 'owning' },
          spec: { selector: { app: 'owned' }, ports: [{ port: 80 }] },
        }),
      ));
    it('endpointslice-mirroring needs to update finalizers of the Endpoints that own a slice', () =>
      refusedWithout('endpointslice-mirroring', 'update', 'create', async () => {
        const metadata = { name: 'mirrored' };
        const path = `/api/v1/namespaces/${server.namespace}`;
        await server.create(`${path}/endpoints`, { metadata, subsets: [{ addresses: [{ ip: '192.0.2.1' }] }] });
        await server.create(`${path}/services`, { metadata, spec: { ports: [{ port: 80 }] } });
      }));
    it('csr-signer needs sign', () =>
      refusedWithout('csr-signer', 'sign', 'update', async () =>
        decide(server, await requestOf('unsigned', vocabulary.signers.apiServerClient), 'Approved'),
      ));
    it('csr-approver needs approve', () =>
      refusedWithout('csr-approver', 'approve', 'update', () =>
        requestOf('unapproved', vocabulary.signers.apiServerClientNode, ['system:nodes']),
      ));
  });

  describe('a stolen credential', () => {
    const ask = async (account: string, method: string, path: string, body?: object, headers: object = {}) => {
      const file = join(server.plane.dataDir, 'controllers', `${account}.conf`);
      const { tls } = loadClientConfiguration({ file, vocabulary });
      const agent = new Agent({ connect: { ca: tls.ca, cert: tls.cert, key: tls.key } as object });
      try {
        const answer = await request(server.plane.url + path, {
          dispatcher: agent,
          method: method as 'GET',
          headers: { 'content-type': 'application/json', ...headers },
          body: body ? JSON.stringify(body) : null,
        });
        return { code: answer.statusCode, body: (await answer.body.json()) as Body };
      } finally {
        await agent.close();
      }
    };

    interface Rule {
      readonly resources: readonly string[];
      readonly resourceNames?: readonly string[];
    }
    /** Of all authenticated users. */
    const isCommon = ({ resources: [first = ''], resourceNames }: Rule): boolean =>
      first.startsWith('self') || resourceNames?.[0] === 'cluster-info';

    it.each(accounts)('of %s gives the rights of its roles', async (account) => {
      const path = `/apis/${vocabulary.groups.authorization}/v1/selfsubjectrulesreviews`;
      for (const namespace of ['default', SYSTEM, vocabulary.namespaces.public]) {
        const { body } = await ask(account, 'POST', path, { spec: { namespace } });
        const { resourceRules } = body.status as { resourceRules: Rule[] };
        const wanted = rolesOf(roles, account)
          .filter((role) => role.namespace === undefined || role.namespace === namespace)
          .flatMap(({ rules }) => rules as readonly Rule[]);
        const texts = (rules: readonly Rule[]) =>
          rules
            .filter((rule) => !isCommon(rule))
            .map((rule) => JSON.stringify(sorted(rule)))
            .sort();
        expect(texts(resourceRules)).toEqual(texts(wanted));
      }
    });
    const sorted = (rule: object) =>
      Object.fromEntries(Object.entries(rule).toSorted(([one], [other]) => (one < other ? -1 : 1)));

    const secrets = `/api/v1/namespaces/${SYSTEM}/secrets`;
    const attempts: [account: string, method: string, path: string, body?: object, headers?: object][] = [
      ['csr-signer', 'GET', secrets],
      ['csr-signer', 'GET', '/api/v1/nodes'],
      ['csr-approver', 'GET', secrets],
      ['token-cleaner', 'GET', '/api/v1/namespaces/default/secrets'],
      ['token-cleaner', 'POST', secrets, { metadata: { name: 'mine' } }],
      ['root-ca-publisher', 'GET', '/api/v1/namespaces/default/configmaps'],
      ['service-account', 'POST', `/api/v1/namespaces/${SYSTEM}/serviceaccounts/csr-signer/token`, {}],
      ['resource-quota', 'DELETE', '/api/v1/namespaces/default/configmaps/a'],
      ['garbage-collector', 'POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'a' } }],
      ['namespace-finalizer', 'GET', `${secrets}/a`],
      ['pvc-protection', 'DELETE', '/api/v1/persistentvolumes/a'],
      ['disruption', 'POST', '/api/v1/namespaces/default/pods/a/eviction', { metadata: { name: 'a' } }],
      ['endpoints', 'DELETE', '/api/v1/namespaces/default/services/a'],
      ['endpointslice', 'DELETE', '/api/v1/namespaces/default/endpoints/a'],
      ['endpointslice-mirroring', 'DELETE', '/api/v1/namespaces/default/endpoints/a'],
      ['node-lifecycle', 'DELETE', '/api/v1/namespaces/default/pods/a'],
      ['node-lifecycle', 'DELETE', '/api/v1/nodes/a'],
      ['pod-garbage-collector', 'DELETE', '/api/v1/nodes/a'],
      ['taint-eviction', 'POST', '/api/v1/namespaces/default/pods', { metadata: { name: 'a' } }],
      ['taint-eviction', 'DELETE', '/api/v1/nodes/a'],
      ['ttl-after-finished', 'DELETE', '/api/v1/namespaces/default/pods/a'],
      ['controller-manager', 'DELETE', '/api/v1/namespaces/default/pods/a'],
      ['controller-manager', 'GET', secrets, undefined, { 'impersonate-user': 'orch-admin' }],
      [
        'controller-manager',
        'GET',
        secrets,
        undefined,
        { 'impersonate-user': 'a', 'impersonate-group': 'system:masters' },
      ],
      [
        'controller-manager',
        'GET',
        secrets,
        undefined,
        { 'impersonate-user': `system:serviceaccount:${SYSTEM}:default` },
      ],
      [
        'csr-signer',
        'GET',
        secrets,
        undefined,
        { 'impersonate-user': `system:serviceaccount:${SYSTEM}:garbage-collector` },
      ],
    ];
    it.each(attempts)('of %s does not %s %s %j %j', async (...[account, method, path, body, headers]) => {
      expect(await ask(account, method, path, body, headers)).toMatchObject({
        code: 403,
        body: { reason: 'Forbidden' },
      });
    });
  });
});
