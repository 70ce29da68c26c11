import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand, type CommandResult } from '@orch/testing';
import { parse, stringify } from 'yaml';
import { installedKubectls, Kubectl } from '../support/kubectl.js';

const ORCHCTL = join(process.cwd(), 'bin', 'orchctl.js');

/** What `-o json` of a whole client configuration holds, as far as it is changed here. */
interface Configuration {
  users: { name: string; user: Record<string, unknown> }[];
}

describe('orchctl says who may do what, as kubectl does', () => {
  const newest = installedKubectls().at(-1)!;
  const minor = Number(newest[0].split('.')[1]);
  let kubectl: Kubectl;
  let robot: string;

  const attempt = (args: readonly string[], config = kubectl.plane.adminConf): Promise<CommandResult> =>
    runCommand(process.execPath, [ORCHCTL, '--vocabulary=kubernetes', '-n', kubectl.namespace, ...args], {
      environment: { HOME: kubectl.folder, KUBECONFIG: config },
      cwd: kubectl.folder,
    });
  const orchctl = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await attempt(args);
    if (status !== 0) throw new Error(`orchctl ${args.join(' ')} ended with ${status}: ${stderr}`);
    return stdout;
  };
  /** The configuration of the administrator, its user changed. */
  const configWith = async (name: string, change: (user: Record<string, unknown>) => Record<string, unknown>) => {
    const config = parse(await readFile(kubectl.plane.adminConf, 'utf8')) as Configuration;
    const path = join(kubectl.folder, name);
    await writeFile(
      path,
      stringify({ ...config, users: config.users.map((one) => ({ ...one, user: change(one.user) })) }),
    );
    return path;
  };

  beforeAll(async () => {
    kubectl = await Kubectl.start(newest[1], 'rights');
    expect(await orchctl('create', 'serviceaccount', 'robot')).toBe('serviceaccount/robot created\n');
    expect(await orchctl('create', 'role', 'reader', '--verb=get,list', '--verb=watch', '--resource=po,deploy/scale', '--resource=cm')).toBe(
      'role.rbac.authorization.k8s.io/reader created\n',
    ); // prettier-ignore
    await orchctl('create', 'clusterrole', 'paths', '--verb=get', '--non-resource-url=/logs/*');
    await orchctl('create', 'clusterrole', 'one', '--verb=get', '--resource=secrets', '--resource-name=mine');
    await orchctl('create', 'rolebinding', 'readers', '--role=reader', '--serviceaccount=rights:robot', '--user=jane');
    await orchctl('create', 'rolebinding', 'ones', '--clusterrole=one', '--serviceaccount=rights:robot');
    expect(await orchctl('create', 'clusterrolebinding', 'paths', '--clusterrole=paths', '--group=a,b')).toBe(
      'clusterrolebinding.rbac.authorization.k8s.io/paths created\n',
    );
    robot = (await orchctl('create', 'token', 'robot', '--duration=1h')).trim();
  });
  afterAll(() => kubectl?.stop());

  describe('can-i', () => {
    const rights: string[][] = [
      ['get', 'pods'],
      ['list', 'po'],
      ['delete', 'pods'],
      ['get', 'configmaps/any'],
      ['get', 'secrets'],
      ['get', 'secrets/mine'],
      ['get', 'secret/other'],
      ['get', 'deployments.apps'],
      ['get', 'deployments.apps', '--subresource=scale'],
      ['get', 'pods', '--subresource=log'],
      ['get', 'pods', '-A'],
      ['list', 'nodes'],
      ['get', 'widgets'],
      ['get', 'widgets.example.com'],
      ['*', '*'],
      ['get', '/healthz'],
      ['get', '/logs/x'],
      ['post', '/healthz'],
      ['create', 'selfsubjectaccessreviews.authorization.k8s.io'],
    ];
    it.each(rights.map((right) => [right.join(' '), right] as const))('C-006 %s', async (_name, right) => {
      const asked = [`--token=${robot}`, 'auth', 'can-i', ...right];
      const bare = await configWith('bare', () => ({}));
      const theirs = await kubectl.attempt(asked, undefined, { KUBECONFIG: bare });
      const ours = await attempt(asked, bare);
      expect([ours.stdout, ours.status]).toEqual([theirs.stdout, theirs.status]);
      expect(ours.stderr.includes('Warning')).toBe(theirs.stderr.includes('Warning'));
      const quiet = await attempt([...asked, '-q'], bare);
      expect([quiet.stdout, quiet.stderr, quiet.status]).toEqual(['', '', ours.status]);
    });

    it('C-007 --list shows the same lines', async () => {
      // One line a verb: kubectl leaves rules on paths as they came, and writes some twice.
      const lines = (text: string) => {
        const single = text.split('\n').flatMap((line) => {
          const [, what = '', verbs = ''] = /^(.*)\[(.*)\]$/.exec(line.replace(/ +/g, ' ').trim()) ?? [];
          return verbs.split(' ').map((verb) => `${what}${verb}`);
        });
        return [...new Set(single)].sort();
      };
      const asked = ['auth', 'can-i', '--list', '--as=system:serviceaccount:rights:robot'];
      expect(lines(await orchctl(...asked))).toEqual(lines(await kubectl.run(...asked)));
      expect(await orchctl(...asked, '--no-headers')).not.toContain('Resources');
    });

    it('of another user, and by group', async () => {
      expect(await orchctl('auth', 'can-i', 'get', '/logs/x', '--as=x', '--as-group=a,b')).toBe('yes\n');
      expect((await attempt(['auth', 'can-i', 'get', '/logs/x', '--as=x', '--as-group=a'])).stdout).toBe('no\n');
      expect(await orchctl('auth', 'can-i', 'list', 'pods', '--as=jane')).toBe('yes\n');
    });

    it.each([[['get']], [[]], [['get', 'pods', 'x']], [['get', '/x', '--subresource=y']], [['--list', 'get', 'pods']]])(
      'refuses %j',
      async (words) => {
        const { status, stderr } = await attempt(['auth', 'can-i', ...words]);
        expect([status, stderr]).toEqual([1, expect.stringMatching(/^error: [^\n]*\n$/)]);
      },
    );
  });

  describe('whoami', () => {
    it('shows name, uid, groups and extra values', async () => {
      expect(await orchctl('auth', 'whoami')).toMatch(/^ATTRIBUTE +VALUE\nUsername +\S+\nGroups +\[system:masters /);
      const asRobot = ['auth', 'whoami', '--as=jane', '--as-uid=7', '--as-group=dev', '--as-user-extra=k=v'];
      expect(await orchctl(...asRobot)).toBe(
        'ATTRIBUTE   VALUE\nUsername    jane\nUID         7\nGroups      [dev system:authenticated]\nExtra: k    [v]\n',
      );
      if (minor >= 28) {
        const spaces = (text: string) => text.replace(/ +/g, ' ');
        const asked = ['auth', 'whoami', '--as=jane', '--as-uid=7', '--as-group=dev'];
        expect(spaces(await orchctl(...asked))).toBe(spaces(await kubectl.run(...asked)));
      }
    });

    it('-o json and yaml give the whole answer', async () => {
      const whole = { status: { userInfo: { username: 'jane', groups: ['system:authenticated'] } } };
      expect(JSON.parse(await orchctl('auth', 'whoami', '--as=jane', '-o', 'json'))).toMatchObject(whole);
      expect(parse(await orchctl('auth', 'whoami', '--as=jane', '-o', 'yaml'))).toMatchObject(whole);
    });
  });

  describe('as whom', () => {
    it('B-145 B-146 D-113 flags', async () => {
      const asked = ['auth', 'whoami', '-o', 'json', '--as=x', '--as-group=a,b', '--as-group=c', '--as-user-extra=Some/Key=v'];
      expect(JSON.parse(await orchctl(...asked))).toMatchObject({
        status: { userInfo: { username: 'x', groups: ['a,b', 'c', 'system:authenticated'], extra: { 'some/key': ['v'] } } },
      });
    }); // prettier-ignore
    it('D-113 keys of the configuration', async () => {
      const impersonating = { as: 'jane', 'as-uid': '7', 'as-groups': ['dev'], 'as-user-extra': { k: ['v', 'w'] } };
      const config = await configWith('as', (user) => ({ ...user, ...impersonating }));
      const { stdout } = await attempt(['auth', 'whoami', '-o', 'json'], config);
      expect(JSON.parse(stdout)).toMatchObject({
        status: {
          userInfo: { username: 'jane', uid: '7', groups: ['dev', 'system:authenticated'], extra: { k: ['v', 'w'] } },
        },
      });
    });
    it('a token, and a file of one', async () => {
      const bare = await configWith('bare', () => ({}));
      expect((await attempt([`--token=${robot}`, 'auth', 'whoami'], bare)).stdout).toContain('rights:robot');
      await writeFile(join(kubectl.folder, 'token'), `${robot}\n`);
      const config = await configWith('tokenFile', () => ({ tokenFile: './token' }));
      expect((await attempt(['auth', 'whoami'], config)).stdout).toContain('system:serviceaccount:rights:robot');
    });
    it('a refusal is one line, as the server wrote it', async () => {
      const bare = await configWith('bare', () => ({}));
      const { status, stderr } = await attempt([`--token=${robot}`, 'get', 'secrets'], bare);
      expect([status, stderr]).toEqual([
        1,
        'Error from server (Forbidden): secrets is forbidden: User "system:serviceaccount:rights:robot" cannot list resource "secrets" in API group "" in the namespace "rights"\n',
      ]);
    });
  });

  describe('create', () => {
    const forms: string[][] = [
      ['role', 'r', '--verb=get,list', '--resource=pods,deployments.apps/scale,configmaps'],
      ['role', 'r', '--verb=get', '--resource=secrets', '--resource-name=a', '--resource-name=b'],
      ['clusterrole', 'c', '--verb=get,post', '--non-resource-url=/logs/*'],
      ['clusterrole', 'c', '--aggregation-rule=a=1,b=2'],
      ['rolebinding', 'b', '--role=r', '--user=u', '--group=g', '--serviceaccount=rights:robot'],
      ['rolebinding', 'b', '--clusterrole=view', '--user=u'],
      ['clusterrolebinding', 'b', '--clusterrole=view', '--group=g'],
      ['serviceaccount', 's'],
      ['namespace', 'n'],
      ['configmap', 'm', '--from-literal=a=b'],
      ['secret', 'generic', 's', '--from-literal=a=b'],
    ];
    it.each(forms.map((form) => [form.join(' '), form] as const))('%s', async (_name, form) => {
      const content = (text: string) => {
        const { metadata, rules, ...rest } = parse(text) as { metadata: { name: string }; rules?: object[] | null };
        const sorted = (rules ?? []).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
        return { ...rest, name: metadata.name, rules: sorted };
      };
      const asked = ['create', ...form, '--dry-run=server', '-o', 'yaml'];
      expect(content(await orchctl(...asked))).toEqual(content(await kubectl.run(...asked)));
      expect((await attempt(['create', ...form, '--dry-run=client'])).stdout).toMatch(/ created \(dry run\)\n$/);
    });

    it('a token for an audience, bound to an object', async () => {
      await orchctl('create', 'secret', 'generic', 'bound');
      const asked = ['create', 'token', 'robot', '--audience=a,b', '--audience=c', '--duration=20m', '-o', 'json'];
      const bound = ['--bound-object-kind=Secret', '--bound-object-name=bound'];
      const { spec, status } = JSON.parse(await orchctl(...asked, ...bound)) as {
        spec: object;
        status: { token: string };
      };
      expect(spec).toMatchObject({
        audiences: ['a,b', 'c'],
        expirationSeconds: 1200,
        boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name: 'bound' },
      });
      expect(status.token.split('.')).toHaveLength(3);
    });
    it.each([
      [['--duration=x'], /--duration=x: must be/],
      [['--bound-object-kind=Widget', '--bound-object-name=a'], /use one of Pod, Secret, Node/],
      [['--bound-object-name=a'], /need --bound-object-kind/],
      [['--bound-object-kind=Pod'], /needs --bound-object-name/],
    ])('create token refuses %j', async (flags, text) => {
      expect((await attempt(['create', 'token', 'robot', ...flags])).stderr).toMatch(text);
    });
  });

  describe('reconcile', () => {
    const write = async (rules: object[], subjects: string[]) => {
      const group = 'rbac.authorization.k8s.io';
      const documents = [
        { apiVersion: `${group}/v1`, kind: 'Role', metadata: { name: 'kept' }, rules },
        {
          apiVersion: `${group}/v1`,
          kind: 'RoleBinding',
          metadata: { name: 'kept' },
          roleRef: { apiGroup: group, kind: 'Role', name: 'kept' },
          subjects: subjects.map((name) => ({ apiGroup: group, kind: 'User', name })),
        },
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'other' } },
      ];
      const path = join(kubectl.folder, 'rights.yaml');
      await writeFile(path, documents.map((document) => stringify(document)).join('---\n'));
      return path;
    };
    const rule = (verbs: string[], resource: string) => ({ verbs, apiGroups: [''], resources: [resource] });
    const stored = async () => {
      const { rules } = await kubectl.object<{ rules: { verbs: string[] }[] }>('role', 'kept');
      const { subjects } = await kubectl.object<{ subjects: { name: string }[] }>('rolebinding', 'kept');
      return [rules.map(({ verbs }) => verbs.join()), subjects.map(({ name }) => name)];
    };

    it('adds what is missing, and takes away only when asked', async () => {
      const label = 'rbac.authorization.k8s.io/kept';
      await write([rule(['get'], 'pods')], ['jane']);
      const file = ['auth', 'reconcile', '-f', join(kubectl.folder, 'rights.yaml')];
      const dry = await attempt([...file, '--dry-run']);
      expect(dry.stdout).toContain(`role.${label} reconciled, created (dry run)`);
      expect(dry.stderr).toBe('skipped configmap/other: no role or binding\n');
      expect((await kubectl.attempt(['get', 'role', 'kept'])).status).toBe(1);
      expect(await orchctl(...file)).toContain(`rolebinding.${label} reconciled, created`);
      expect(await orchctl(...file)).toContain(`role.${label} reconciled, nothing to do`);

      await write([rule(['get', 'list'], 'pods'), rule(['get'], 'services')], ['joe']);
      expect(await orchctl(...file)).toContain('{"verbs":["list"],"apiGroups":[""],"resources":["pods"]}');
      expect(await stored()).toEqual([
        ['get', 'list', 'get'],
        ['jane', 'joe'],
      ]);

      await write([rule(['get'], 'pods')], ['joe']);
      expect(await orchctl(...file, '--remove-extra-permissions')).toContain('extra rules removed:');
      expect(await stored()).toEqual([['get'], ['jane', 'joe']]);
      expect(await orchctl(...file, '--remove-extra-subjects')).toContain('\t\tUser jane\n');
      expect(await stored()).toEqual([['get'], ['joe']]);
    });
  });
});
