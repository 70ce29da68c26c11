import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import {
  runCommand,
  startControlPlane,
  temporaryDirectory,
  type CommandResult,
  type ControlPlaneOptions,
  type TemporaryDirectory,
  type TestControlPlane,
} from '@orch/testing';

/** A kubectl on this machine: its release, `1.20`, and its file. */
export type InstalledKubectl = readonly [release: string, file: string];

const minorOf = (release: string): number => Number(release.split('.')[1]);

/**
 * Oldest first: 1.20 of Debian's package, then the newest of the one in the PATH and those in its directory (`kubectl.1.29`).
 * With ORCH_TEST_ALL_KUBECTLS set, all of them.
 */
export function installedKubectls(): readonly InstalledKubectl[] {
  const newer = releasesInFolderOf(fileInPath('kubectl')).toSorted(([a], [b]) => minorOf(a) - minorOf(b));
  return [['1.20', process.env['ORCH_TEST_KUBECTL']!], ...newer.slice(process.env['ORCH_TEST_ALL_KUBECTLS'] ? 0 : -1)];
}

function releasesInFolderOf(file: string | undefined): InstalledKubectl[] {
  if (file === undefined) return [];
  const folder = dirname(realpathSync(file));
  const found = readdirSync(folder)
    .map((name): InstalledKubectl => [/^kubectl\.(1\.\d+)$/.exec(name)?.[1] ?? '', join(folder, name)])
    .filter(([release]) => release !== '');
  if (found.length > 0) return found;
  const { stdout } = spawnSync(file, ['version', '--client', '-o', 'json'], { encoding: 'utf8' });
  const release = /"gitVersion": "v(\d+\.\d+)/.exec(stdout)?.[1];
  return release === undefined || release === '1.20' ? [] : [[release, file]];
}

const fileInPath = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

/** One kubectl, unmodified, with a control plane of its own and an empty home. */
export class Kubectl {
  private constructor(
    private readonly file: string,
    readonly plane: TestControlPlane,
    private readonly home: TemporaryDirectory,
    readonly namespace: string,
  ) {}

  /** Starts a control plane that speaks its vocabulary, and makes `namespace` there. */
  static async start(file: string, namespace: string, options: ControlPlaneOptions = {}): Promise<Kubectl> {
    const home = await temporaryDirectory();
    const plane = await startControlPlane({ vocabulary: 'kubernetes', ...options });
    const kubectl = new Kubectl(file, plane, home, namespace);
    await kubectl.run('create', 'namespace', namespace);
    return kubectl;
  }

  async stop(): Promise<void> {
    await this.plane.stop();
    await this.home.remove();
  }

  get folder(): string {
    return this.home.path;
  }

  get environment(): NodeJS.ProcessEnv {
    return { HOME: this.home.path, KUBECONFIG: this.plane.adminConf };
  }

  /** Whatever comes of it: the test looks. */
  attempt(args: readonly string[], input?: string, environment: NodeJS.ProcessEnv = {}): Promise<CommandResult> {
    return runCommand(this.file, ['-n', this.namespace, ...args], {
      environment: { ...this.environment, ...environment },
      cwd: this.home.path,
      ...(input === undefined ? {} : { input }),
    });
  }

  /** Standard output of a call that must succeed. */
  run(...args: string[]): Promise<string> {
    return this.feed(undefined, ...args);
  }

  /** As `run`, with `input` on standard input. */
  async feed(input: string | undefined, ...args: string[]): Promise<string> {
    const result = await this.attempt(args, input);
    if (result.status !== 0) throw new Error(`kubectl ${args.join(' ')} ended with ${result.status}: ${result.stderr}`);
    return result.stdout;
  }

  /** Standard error of a call that must fail. */
  async fails(input: string | undefined, ...args: string[]): Promise<string> {
    const result = await this.attempt(args, input);
    if (result.status === 0) throw new Error(`kubectl ${args.join(' ')} succeeded: ${result.stdout}`);
    return result.stderr;
  }

  /** The object as the server has it. */
  async object<T = Record<string, unknown>>(...args: string[]): Promise<T> {
    return JSON.parse(await this.run('get', ...args, '-o', 'json')) as T;
  }
}
