import { TestCommandLine } from '../../apps/orchctl/test/command-line.fixture.js';
import { fieldLie, fieldNames, LyingServer, type Lie } from '../../apps/orchctl/test/lying-server.fixture.js';
import { configMap, configMapYaml } from '../../apps/orchctl/test/objects.fixture.js';
import { APPS, CERTIFICATES, CORE, RBAC, REVIEWS } from '../../apps/orchctl/test/resources.fixture.js';

const orchctl = new TestCommandLine([...CORE, ...APPS, ...RBAC, ...CERTIFICATES, ...REVIEWS]);
const { run, put, file } = orchctl;
const rule = { verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: ['a'] };
const review = (status: object) => ({ kind: 'Review', metadata: {}, status });
const CREATED = {
  '/selfsubjectaccessreviews': review({ allowed: true, reason: 'r' }),
  '/selfsubjectrulesreviews': review({
    resourceRules: [rule],
    nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/x'] }],
  }),
  '/selfsubjectreviews': review({ userInfo: { username: 'u', uid: '1', groups: ['g'], extra: { x: ['y'] } } }),
  '/token': { kind: 'TokenRequest', metadata: {}, status: { token: 't' } },
};
let lying: LyingServer;
beforeAll(async () => (lying = await LyingServer.start(orchctl.server.url, CREATED)));
afterAll(() => lying.stop());

/** What commands read and change. */
function fill(): void {
  const conditions = [{ type: 'Ready', status: 'True' }];
  put('configmaps', { ...configMap('a', { labels: { k: 'v' }, annotations: { k: 'v' } }), status: { conditions } });
  put('deployments', { metadata: { name: 'a', namespace: 'dev' }, spec: { replicas: 1 } });
  put('serviceaccounts', { metadata: { name: 'a', namespace: 'dev' } });
  put('certificatesigningrequests', { metadata: { name: 'a' }, status: { conditions } });
  put('roles', { metadata: { name: 'a', namespace: 'dev' }, rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }] });
  put('rolebindings', { metadata: { name: 'a', namespace: 'dev' }, roleRef: { kind: 'Role', name: 'a' }, subjects: [{ kind: 'User', name: 'u' }] });
  put('events', { metadata: { name: 'e', namespace: 'dev' }, type: 'Normal', reason: 'r', message: 'm', source: { component: 'c' } });
} // prettier-ignore

const manifest = file('manifest.yaml', configMapYaml('a', 'k: w'));
const rights = file(
  'rights.yaml',
  JSON.stringify({
    apiVersion: 'rbac.authorization.orch.io/v1',
    kind: 'Role',
    metadata: { name: 'a' },
    rules: [{ verbs: ['list'], apiGroups: [''], resources: ['pods'] }],
  }),
);
const COMMANDS: readonly string[][] = [
  ['get', 'cm'],
  ['get', 'cm', 'a', '--show-labels'],
  ['get', 'cm', '-A', '-o', 'wide', '--sort-by=.metadata.name'],
  ['get', 'cm', '-o', 'yaml'],
  ['get', 'cm', 'a', '-o', 'name'],
  ['get', 'cm', '-o', 'custom-columns=N:.metadata.name'],
  ['get', 'cm', '-w'],
  ['get', 'cm', '-w', '-o', 'json'],
  ['get', '--raw=/version'],
  ['describe', 'cm', 'a'],
  ['explain', 'cm'],
  ['create', '-f', manifest],
  ['create', 'role', 'r', '--verb=get', '--resource=cm'],
  ['create', 'token', 'a'],
  ['apply', '-f', manifest],
  ['apply', '-f', manifest, '--server-side'],
  ['patch', 'cm', 'a', '-p', '{"data":{"k":"x"}}', '--type=merge'],
  ['scale', 'deploy', 'a', '--replicas=2'],
  ['label', 'cm', 'a', 'x=y'],
  ['annotate', 'cm', 'a', 'k=z', '--overwrite'],
  ['delete', 'cm', 'a', '--timeout=50ms'],
  ['delete', 'cm', '--all', '--no-wait'],
  ['wait', 'cm', 'a', '--for=condition=Ready', '--timeout=50ms'],
  ['wait', 'cm', '--all', '--for=jsonpath={.data.k}=v', '--timeout=50ms'],
  ['auth', 'can-i', 'get', 'cm'],
  ['auth', 'can-i', '--list'],
  ['auth', 'whoami'],
  ['auth', 'reconcile', '-f', rights],
  ['certificate', 'approve', 'a'],
  ['api-resources', '-o', 'wide'],
  ['api-versions'],
  ['version'],
];

const BODIES: Readonly<Record<string, Lie>> = {
  'an empty body': () => '',
  'a page of another server': () => '<html>\n<title>Sign in</title>\n</html>',
  'half an answer': (answer) => answer.slice(0, answer.length / 2),
  null: () => 'null',
  'a number': () => '7',
  'a string': () => '"x"',
  'a list': () => '[7]',
  'an empty object': () => '{}',
  'a Status': () => JSON.stringify({ kind: 'Status', status: 'Success' }),
  'a Table without columns': () => JSON.stringify({ kind: 'Table', rows: [{}] }),
  'a list without items': () => JSON.stringify({ kind: 'List' }),
  'a list of nothing': () => JSON.stringify({ kind: 'List', metadata: {}, items: [null] }),
  'aggregated discovery of nothing': () => JSON.stringify({ kind: 'APIGroupDiscoveryList', items: [null] }),
  'lists in lists': () => '['.repeat(20_000) + ']'.repeat(20_000),
};
const VALUES: readonly unknown[] = [null, 7, [null], { x: 7 }];

/** An error is one line. What is a bug has more: its stack. */
async function expectOneLine(command: readonly string[], lie: string): Promise<void> {
  orchctl.server.store.clear();
  fill();
  const { err, status } = await run(`--server=${lying.url}`, ...command);
  const lines = err.trim().split('\n');
  const isClear = status === 0 || lines.every((line) => /^(?:error: |Error from server|Unable to |warning: |Warning: )/.test(line));
  const answeredNo = status === 1 && err === '' && command[1] === 'can-i';
  expect({ command, lie, err, isClear: isClear || answeredNo }).toEqual({ command, lie, err, isClear: true });
} // prettier-ignore

const isDiscovery = (path: string): boolean => /^\/apis?(?:$|\/[^/]*$|\/[^/]*\/[^/]*$)/.test(path);

const isDiscoveryRead = new Set(['get', 'explain', 'create', 'auth', 'api-resources', 'api-versions']);
const CASES: readonly (readonly [what: string, liesAbout: (path: string) => boolean, isNew: boolean, commands: readonly string[][]])[] = [
  ['objects and tables', (path) => !isDiscovery(path), true, COMMANDS],
  ['lists instead of tables', (path) => !isDiscovery(path), false, COMMANDS.slice(0, 3)],
  ['aggregated discovery', isDiscovery, true, COMMANDS.filter(([name]) => isDiscoveryRead.has(name!))],
  ['plain discovery', isDiscovery, false, [['get', 'cm'], ['api-resources', '-o', 'wide'], ['api-versions']]],
]; // prettier-ignore

describe.each(CASES)('a server that lies about %s', (_what, liesAbout, isNew, commands) => {
  beforeEach(() => {
    lying.liesAbout = liesAbout;
    orchctl.server.tables = orchctl.server.aggregatedDiscovery = isNew;
  });

  it.each(commands.map((command) => [command.slice(0, 3).join(' '), command] as const))(
    'is one line of %s',
    async (_line, command) => {
      for (const [name, lie] of Object.entries(BODIES)) {
        lying.lie = lie;
        await expectOneLine(command, name);
      }
      const names = new Set<string>();
      lying.lie = (answer) => {
        fieldNames(answer).forEach((name) => names.add(name));
        return answer;
      };
      await expectOneLine(command, 'the truth');
      for (const name of names) {
        for (const value of VALUES) {
          lying.lie = fieldLie(name, value);
          await expectOneLine(command, `${name}: ${JSON.stringify(value)}`);
        }
      }
    },
  );
});

it('a connection that breaks inside an answer is one line', async () => {
  lying.liesAbout = () => true;
  lying.lie = () => undefined;
  await expectOneLine(['create', '-f', manifest], 'half an answer');
});

it('an answer other than true or false is not taken for yes', async () => {
  orchctl.answerNext('POST', /reviews$/, 201, { kind: 'Review', status: { allowed: 'no' } });
  expect(await run('auth', 'can-i', 'get', 'cm')).toEqual({
    out: '',
    err: expect.stringContaining('status.allowed must be a boolean') as string,
    status: 1,
  });
});

it('a page that never ends is an error', async () => {
  for (const argv of [['cm'], ['cm', '-o', 'name']]) {
    for (const next of ['first', 'second', 'first'])
      orchctl.answerNext('GET', /configmaps$/, 200, {
        kind: 'ConfigMapList',
        apiVersion: 'v1',
        metadata: { continue: next },
        items: [],
      });
    expect((await run('get', ...argv)).err).toContain('the server answered the same page of the list again');
  }
});

it('-v=6 shows where a command broke on an answer', async () => {
  const object = { kind: 'ConfigMap', metadata: { name: 'a' }, status: { conditions: 7 } };
  const wait = async (...more: string[]) => {
    orchctl.answerNext('GET', /configmaps\/a$/, 200, object);
    orchctl.answerNext('GET', /configmaps$/, 200, { kind: 'ConfigMapList', metadata: {}, items: [object] });
    return (await run('wait', 'cm', 'a', '--for=condition=Ready', ...more)).err;
  };
  expect(await wait()).toMatch(
    /^Unable to read the answer of the server: .* \(-v=6 shows where\); check that --server/,
  );
  expect(await wait('-v=6')).toMatch(/TypeError: .*\n {4}at /);
});
