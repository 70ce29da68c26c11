import { TestCommandLine } from './command-line.fixture.js';
import { APPS, CORE, REVIEWS } from './resources.fixture.js';

const orchctl = new TestCommandLine([...CORE, ...APPS, ...REVIEWS]);
const { run } = orchctl;

const namesOf = (out: string): readonly (string | undefined)[] =>
  out.trimEnd().split('\n').map((line) => line.split(' ', 1)[0]); // prettier-ignore

describe('api-resources', () => {
  it('shows each resource once, in the preferred version, without sub-resources', async () => {
    const { out } = await run('api-resources');
    expect(out).toContain('NAME                       SHORTNAMES   APIVERSION');
    expect(out).toMatch(/^deployments +deploy +apps\/v1 +true +Deployment$/m);
    expect(out).toMatch(/^selfsubjectreviews +authentication\.orch\.io\/v1 +false +SelfSubjectReview$/m);
    expect(out).not.toContain('v1beta1');
    expect(out).not.toContain('configmaps/status');
  });

  const rows: [string[], string[]][] = [
    [['--namespaced=false'], ['namespaces', 'selfsubjectaccessreviews', 'selfsubjectrulesreviews', 'selfsubjectreviews']],
    [['--namespaced'], ['configmaps', 'secrets', 'serviceaccounts', 'events', 'deployments']],
    [['--api-group=apps'], ['deployments']],
    [['--api-group='], ['configmaps', 'secrets', 'serviceaccounts', 'events', 'namespaces']],
    [['--verbs=watch'], ['configmaps', 'deployments']],
    [['--verbs=create,delete'], ['configmaps', 'deployments']],
    [['--verbs=create', '--verbs=update', '--namespaced=true'], ['deployments']],
    [['--api-group=nothing'], ['']],
  ]; // prettier-ignore
  it.each(rows)('%j', async (flags, names) => {
    const { out } = await run('api-resources', '--no-headers', ...flags);
    expect(namesOf(out)).toEqual(names);
  });

  it('-o name shows names with groups', async () =>
    expect((await run('api-resources', '-oname', '--namespaced')).out).toBe(
      'configmaps\nsecrets\nserviceaccounts\nevents\ndeployments.apps\n',
    ));

  it('-o wide adds verbs and categories', async () => {
    const { out } = await run('api-resources', '-owide', '--api-group=apps');
    expect(out).toMatch(/KIND +VERBS +CATEGORIES\n/);
    expect(out).toMatch(/Deployment +get,list,watch,create,delete,patch,update +all\n$/);
  });
});

describe('api-versions', () => {
  it('are sorted', async () =>
    expect((await run('api-versions')).out).toBe(
      'apps/v1\napps/v1beta1\nauthentication.orch.io/v1\nauthorization.orch.io/v1\nv1\n',
    ));
});

describe('version', () => {
  it.each([['json'], ['yaml']])('-o %s', async (format) => {
    const { out } = await run('version', '-o', format);
    expect(out).toMatch(/serverVersion/);
    expect(out).toMatch(new RegExp(`platform.*${process.platform}/${process.arch}`));
  });

  it('--client sends no request', async () => {
    const { out } = await run('version', '--client');
    expect(out).toMatch(/^Client Version: v\d+\.\d+\.\d+.*\n$/);
    expect(orchctl.requests).toEqual([]);
    expect(JSON.parse((await run('version', '--client', '-ojson')).out)).not.toHaveProperty('serverVersion');
  });

  it('of a server that does not name it is unknown', async () => {
    orchctl.answerNext('GET', /^\/version$/, 200, {});
    expect((await run('version')).out).toMatch(/\nServer Version: unknown\n$/);
  });
});

describe('of a server with the core group only', () => {
  const { run: runOnCore } = new TestCommandLine();

  it('api-resources, api-versions and version', async () => {
    expect((await runOnCore('api-resources', '--namespaced=false')).out).toBe(
      'NAME         SHORTNAMES   APIVERSION   NAMESPACED   KIND\nnamespaces   ns           v1           false        Namespace\n',
    );
    expect((await runOnCore('api-versions')).out).toBe('v1\n');
    expect((await runOnCore('version')).out).toMatch(/^Client Version: v\d.*\nServer Version: v1.24.0\n$/);
  });
});
