import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadClientConfiguration } from '@orch/client';
import {
  runCommand,
  runOrch,
  startControlPlane,
  temporaryDirectory,
  type CommandResult,
  type TemporaryDirectory,
  type TestControlPlane,
} from '@orch/testing';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { stringify } from 'yaml';
import { installedKubectls } from '../support/kubectl.js';
import { TestPlugin, type PluginRunRecord } from '../support/test-plugin.js';

const ORCHCTL = join(__dirname, '../../bin/orchctl.js');
const TOKEN = 'token-of-jane';

describe.each(VOCABULARY_NAMES)('credential plugins in the %s vocabulary', (name) => {
  let plane: TestControlPlane;
  let files: TemporaryDirectory;
  let folder: TemporaryDirectory;
  let plugin: TestPlugin;

  beforeAll(async () => {
    files = await temporaryDirectory();
    const tokens = join(files.path, 'tokens.csv');
    writeFileSync(tokens, `${TOKEN},jane,1,system:masters\n`);
    plane = await startControlPlane({ vocabulary: name, command: 'apiserver', flags: [`--token-auth-file=${tokens}`] });
  });
  afterAll(async () => {
    await plane?.stop();
    await files?.remove();
  });
  beforeEach(async () => {
    folder = await temporaryDirectory();
    plugin = new TestPlugin(folder.path);
    plugin.behave({ output: credential({ token: TOKEN }) });
  });
  afterEach(() => folder.remove());

  const group = (): string => plane.vocabulary.groups.clientAuthentication;
  const file = (): string => join(folder.path, 'config');
  const credential = (status: object, version = 'v1'): object => ({
    kind: 'ExecCredential',
    apiVersion: `${group()}/${version}`,
    status,
  });
  /** Writes the configuration; @param exec changes of the entry. */
  const configure = (exec: object = {}, cluster: object = {}): void => {
    const entry = { apiVersion: `${group()}/v1`, command: './plugin', interactiveMode: 'Never', ...exec };
    const ca = readFileSync(join(plane.dataDir, 'pki/ca.crt')).toString('base64');
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'c', cluster: { server: plane.url, 'certificate-authority-data': ca, ...cluster } }],
      users: [{ name: 'u', user: { exec: entry } }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    };
    writeFileSync(file(), stringify(config));
  };
  const command = (args: readonly string[]): string[] => [
    ORCHCTL,
    `--orchconfig=${file()}`,
    `--vocabulary=${name}`,
    ...args,
  ];
  const orchctl = (...args: string[]): Promise<CommandResult> =>
    runCommand(process.execPath, command(args), { environment: { HOME: folder.path }, cwd: files.path });
  /** With a terminal as standard input, where `input` is typed. Standard error is in `stdout`. */
  const onTerminal = (args: readonly string[], input = ''): Promise<CommandResult> => {
    const line = [process.execPath, ...command(args)].map((word) => `'${word}'`).join(' ');
    const environment = { HOME: folder.path, SHELL: '/bin/sh' };
    return runCommand('script', ['-qec', line, '/dev/null'], { environment, input });
  };
  const whoAmI = ['auth', 'whoami', '-o', 'json'];
  const spec = (): unknown =>
    (JSON.parse(plugin.runs[0]!.environment[plane.vocabulary.client.execInfoEnvironment]!) as { spec: unknown }).spec;

  it('B-147 B-149 B-163 B-170 lists with the token of the plugin next to the file; each process runs it', async () => {
    configure();
    for (let runs = 1; runs <= 2; runs++) {
      const { status, stdout, stderr } = await orchctl('get', 'namespaces', '-o', 'name');
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toContain('namespace/default');
      expect(plugin.runs).toHaveLength(runs);
    }
    expect((await orchctl(...whoAmI)).stdout).toContain('"username": "jane"');
  });

  it('B-164 shows the client certificate of the plugin', async () => {
    const { cert, key } = loadClientConfiguration({ file: plane.adminConf, vocabulary: plane.vocabulary }).tls;
    plugin.behave({ output: credential({ clientCertificateData: cert, clientKeyData: key }) });
    configure();
    expect((await orchctl(...whoAmI)).stdout).toContain('system:masters');
  });

  const ofOrchctl = (): void => {
    it('a controller whose plugin hangs ends at SIGTERM, and so does the plugin', async () => {
      await plugin.listen();
      plugin.behave({ waits: true, ignoresSigterm: true });
      configure();
      const controller = runOrch(['csr-cleaner', `--orchconfig=${file()}`]);
      try {
        const ended = once(await plugin.untilWaiting(), 'close');
        expect(await controller.stop()).toBe(0);
        await ended;
      } finally {
        controller.child.kill('SIGKILL');
        plugin.close();
      }
    });

    it.each([
      ['D-119 a plugin that failed', { exitCode: 3 }, 'ended with exit code 3'],
      ['B-169 a token that was refused', { token: 'refused' }, 'Unauthorized'],
    ])('%s: a controller logs it in one line, and goes on with the next token', async (_name, first, logged) => {
      plugin.behave('exitCode' in first ? first : { output: credential(first) });
      configure();
      const controller = runOrch(['csr-cleaner', `--orchconfig=${file()}`]);
      try {
        await controller.logged(logged);
        plugin.behave({ output: credential({ token: TOKEN }) });
        const log = await controller.logged('list and watch recovered');
        expect(log).not.toMatch(/^ +at /m);
        expect(log).not.toContain(TOKEN);
      } finally {
        await controller.stop();
      }
    });

    it('B-148 refuses an entry without command before any request', async () => {
      configure({ command: undefined }, { server: 'https://127.0.0.1:1' });
      const { status, stderr } = await orchctl('get', 'nodes');
      expect([status, stderr]).toEqual([1, `error: ${file()}: exec of user "u" needs command\n`]);
    });

    it('B-154 shows the hint of a missing plugin', async () => {
      configure({ command: './missing', installHint: 'run: get-plugin' });
      const { status, stderr } = await orchctl('get', 'nodes');
      const missing = join(folder.path, 'missing');
      expect([status, stderr]).toEqual([1, `error: the credential plugin ${missing} was not found: run: get-plugin\n`]);
    });

    it('D-119 passes standard error through, and reports the exit code', async () => {
      plugin.behave({ stderr: 'no card in the reader\n', exitCode: 3 });
      configure();
      const { status, stderr } = await orchctl('get', 'nodes');
      expect([status, stderr]).toEqual([
        1,
        `no card in the reader\nerror: the credential plugin ${plugin.path} ended with exit code 3\n`,
      ]);
    });

    it('D-117 does not run the plugin with --token', async () => {
      configure();
      expect((await orchctl(`--token=${TOKEN}`, ...whoAmI)).stdout).toContain('"username": "jane"');
      expect((await orchctl('--token=other', ...whoAmI)).stderr).toContain('Unauthorized');
      expect(plugin.runs).toEqual([]);
    });

    it('does not log the token', async () => {
      configure();
      const { stderr } = await orchctl('-v=9', 'get', 'namespaces');
      expect(stderr).toContain('200 in');
      expect(stderr).not.toContain(TOKEN);
    });

    describe('standard input', () => {
      const interactive = async (
        mode: string | undefined,
        run: typeof onTerminal,
        version = 'v1',
      ): Promise<unknown> => {
        plugin.behave({ output: credential({ token: TOKEN }, version) });
        configure({ interactiveMode: mode, apiVersion: `${group()}/${version}` });
        expect((await run(whoAmI)).stdout).toContain('"username": "jane"');
        return { ...(spec() as object), terminal: plugin.runs[0]!.hasTerminal };
      };
      const onPipe = (args: readonly string[]): Promise<CommandResult> => orchctl(...args);

      it.each(['IfAvailable', 'Always'])('D-114 %s gives the plugin a terminal', async (mode) => {
        expect(await interactive(mode, onTerminal)).toEqual({ interactive: true, terminal: true });
      });
      it('D-114 Never does not', async () => {
        expect(await interactive('Never', onTerminal)).toEqual({ interactive: false, terminal: false });
      });
      it('D-114 IfAvailable does not give it a pipe', async () => {
        expect(await interactive('IfAvailable', onPipe)).toEqual({ interactive: false, terminal: false });
        expect(plugin.runs[0]!.stdin).toBe('/dev/null');
      });
      it('B-159 v1beta1 without interactiveMode gives it a terminal', async () => {
        expect(await interactive(undefined, onTerminal, 'v1beta1')).toEqual({ interactive: true, terminal: true });
      });
      it('B-160 Always without a terminal is an error, and the plugin is not run', async () => {
        configure({ interactiveMode: 'Always' });
        const { status, stderr } = await orchctl(...whoAmI);
        expect(status).toBe(1);
        expect(stderr).toContain('needs the standard input (interactiveMode Always), which is not a terminal');
        expect(plugin.runs).toEqual([]);
      });

      const manifest = `${JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'typed' } })}\n`;
      it('D-114 IfAvailable does not give it a terminal that is read for manifests', async () => {
        configure({ interactiveMode: 'IfAvailable' });
        const { stdout } = await onTerminal(['apply', '-f', '-'], manifest);
        expect(stdout).toContain('configmap/typed');
        expect([spec(), plugin.runs[0]!.hasTerminal]).toEqual([{ interactive: false }, false]);
      });
      it('B-160 Always is an error there', async () => {
        configure({ interactiveMode: 'Always' });
        expect((await onTerminal(['apply', '-f', '-'], manifest)).stdout).toContain('which is used by -f -');
        expect(plugin.runs).toEqual([]);
      });
    });
  };

  const ofKubectl = (): void => {
    it('B-155 B-156 B-161 B-173 a plugin gets the same as from kubectl', async () => {
      const kubectl = installedKubectls().at(-1)![1];
      const extension = { audience: 'x', deep: [1, null, {}] };
      const clusters = [
        { provideClusterInfo: false },
        { provideClusterInfo: true },
        { provideClusterInfo: true, extensions: [{ name: `${group()}/exec`, extension }] },
        { provideClusterInfo: true, 'tls-server-name': 'localhost' },
      ];
      const seen = ({ args, environment }: PluginRunRecord): unknown => [
        args,
        environment['OWN'],
        JSON.parse(environment['KUBERNETES_EXEC_INFO']!),
      ];
      for (const { provideClusterInfo, ...cluster } of clusters) {
        configure({ provideClusterInfo, env: [{ name: 'OWN', value: 'x' }], args: ['a', 'b c'] }, cluster);
        expect((await orchctl('get', 'namespaces')).stderr).toBe('');
        const args = [`--kubeconfig=${file()}`, 'get', 'namespaces'];
        expect((await runCommand(kubectl, args, { environment: { HOME: folder.path } })).stderr).toBe('');
        const [byKubectl, own] = [plugin.runs.at(-1)!, plugin.runs.at(-2)!];
        expect(seen(own)).toEqual(seen(byKubectl));
      }
    });
  };

  if (name === 'orch') ofOrchctl();
  else ofKubectl();
});
