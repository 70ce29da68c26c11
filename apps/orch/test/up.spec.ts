import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const bin = join(__dirname, '../../../bin/orch.js');
const folder = mkdtempSync(join(tmpdir(), 'orch-up-'));
const running = new Set<ChildProcess>();
let nextDirectory = 0;

beforeAll(() => {
  if (!existsSync(join(__dirname, '../../../dist/apps/orch/src/main.js'))) throw new Error('not built: npm run build');
});
afterEach(() => running.forEach((child) => child.kill('SIGKILL')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `orch ARGS`, its lines and the members it says it started. */
class Orch {
  readonly out: string[] = [];
  readonly members = new Map<string, number>();
  readonly dataDir = join(folder, String(nextDirectory++));
  readonly ended: Promise<number | null>;
  readonly child: ChildProcess;
  errors = '';
  private readonly ready: Promise<void>;
  private onMessage: (message: string) => void = () => undefined;

  constructor(...args: string[]) {
    this.child = spawn(
      process.execPath,
      [bin, ...args.slice(0, 1), ...(args[0] === 'up' ? this.flags() : []), ...args.slice(1)],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    running.add(this.child);
    this.ended = once(this.child, 'close').then(([status]) => {
      running.delete(this.child);
      return status as number | null;
    });
    const lines = createInterface({ input: this.child.stdout! });
    this.ready = new Promise((resolve, reject) => {
      lines.on('line', (line) => {
        this.out.push(line);
        if (line.startsWith('ready ')) resolve();
      });
      void this.ended.then((status) => reject(new Error(`ended with ${status} before it was ready: ${this.errors}`)));
    });
    this.ready.catch(() => undefined);
    createInterface({ input: this.child.stderr! }).on('line', (line) => this.onLog(line));
  }

  async untilReady(): Promise<this> {
    await this.ready;
    return this;
  }

  /** Resolves when a log entry with this message is there. */
  untilLogged(message: string): Promise<void> {
    return new Promise((resolve) => {
      this.onMessage = (seen) => {
        if (seen === message) resolve();
      };
    });
  }

  /** The test may name another directory: of two values the last counts. */
  private flags(): string[] {
    return ['--secure-port=0', `--data-dir=${this.dataDir}`, '--log-format=json', '--log-level=debug'];
  }

  private onLog(line: string): void {
    this.errors += `${line}\n`;
    if (!line.startsWith('{')) return;
    const { message, member, pid } = JSON.parse(line) as { message: string; member?: string; pid?: number };
    this.onMessage(message);
    if (message === 'started' && member !== undefined && pid !== undefined) this.members.set(member, pid);
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
};

it('one line says that it is ready; SIGTERM ends all with status 0', async () => {
  const orch = await new Orch(
    'up',
    '--controllers=csr-signer,namespace-finalizer',
    '--controllers-as-processes',
  ).untilReady();
  expect(orch.out).toEqual([expect.stringMatching(/^ready https:\/\/127\.0\.0\.1:\d+$/)]);
  expect(orch.errors).not.toContain('Next, in another terminal');
  expect([...orch.members.keys()].sort()).toEqual(['apiserver', 'csr-signer', 'namespace-finalizer']);
  expect(orch.errors).toContain('"process":"up","processes":2,"message":"controllers synced"');
  expect(statSync(join(orch.dataDir, 'admin.conf')).mode & 0o777).toBe(0o600);
  orch.child.kill('SIGTERM');
  expect(await orch.ended).toBe(0);
  expect([...orch.members.values()].filter(isAlive)).toEqual([]);
});

it('logs a few lines at level info from the start to the stop, each event once', async () => {
  const orch = await new Orch('up', '--log-level=info').untilReady();
  orch.child.kill('SIGTERM');
  expect(await orch.ended).toBe(0);
  const lines = orch.errors.trimEnd().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>); // prettier-ignore
  const at = (message: string) => lines.filter((line) => line['message'] === message);
  expect(at('serving')).toHaveLength(1);
  expect(at('controllers synced')).toHaveLength(1);
  expect(at('stopping')).toMatchObject([{ process: 'up', signal: 'SIGTERM' }]);
  expect(lines.length).toBeLessThanOrEqual(8);
});

it('the controllers are one process by default', async () => {
  const orch = await new Orch('up').untilReady();
  expect([...orch.members.keys()]).toEqual(['apiserver', 'controller-manager']);
  orch.child.kill('SIGTERM');
  expect(await orch.ended).toBe(0);
});

it('when the server dies all end with status 1', async () => {
  const orch = await new Orch('up', '--controllers=csr-signer').untilReady();
  process.kill(orch.members.get('apiserver')!, 'SIGKILL');
  expect(await orch.ended).toBe(1);
  expect(orch.errors).toContain('"message":"apiserver ended with SIGKILL"');
  expect([...orch.members.values()].filter(isAlive)).toEqual([]);
});

it('when the controllers die they are started again, and the server goes on', async () => {
  const orch = await new Orch('up', '--controllers=csr-signer').untilReady();
  const server = orch.members.get('apiserver')!;
  process.kill(orch.members.get('controller-manager')!, 'SIGKILL');
  await orch.untilLogged('controllers synced again');
  expect(orch.errors).toContain('"ending":"SIGKILL"');
  expect(orch.members.get('apiserver')).toBe(server);
  expect(isAlive(server)).toBe(true);
  orch.child.kill('SIGTERM');
  expect(await orch.ended).toBe(0);
});

it('when the launcher is killed its processes end by themselves', async () => {
  const orch = await new Orch('up', '--controllers=csr-signer').untilReady();
  orch.child.kill('SIGKILL');
  // Standard error is shared with them: it closes, and with it the launcher for us, when the last one has ended.
  expect(await orch.ended).toBeNull();
});

const refusals: [string[], string][] = [
  [['up', '--secure-prot=1'], 'orch up: unknown flag --secure-prot, did you mean --secure-port?\n'],
  [['up', '--controllers=nosuch'], 'orch up: flag --controllers: unknown controller "nosuch"'],
  [['apiserver', '--secure-prot=1'], 'orch apiserver: unknown flag --secure-prot, did you mean --secure-port?\n'],
  [['csr-signer', '--wokers=1'], 'orch csr-signer: unknown flag --wokers, did you mean --workers?\n'],
  [['up', '--storage-backend=etcd'], 'orch up: flag --storage-backend=etcd: must be one of embedded, redis\n'],
  [['apisrever'], 'orch: unknown command "apisrever", did you mean "apiserver"? See "orch help".\n'],
];
for (const [args, want] of refusals) {
  it(`refuses orch ${args.join(' ')} with status 2 and one line`, async () => {
    const orch = new Orch(...args);
    expect(await orch.ended).toBe(2);
    expect(orch.errors.startsWith(want)).toBe(true);
    expect(orch.errors.trimEnd()).not.toContain('\n');
    expect(orch.out).toEqual([]);
  });
}

it('a start that fails is one line of the process that failed, without a stack; status 1', async () => {
  const first = await new Orch('up', '--controllers=csr-signer').untilReady();
  const second = new Orch('up', `--data-dir=${first.dataDir}`);
  expect(await second.ended).toBe(1);
  const errors = second.errors.split('\n').filter((line) => line.includes('"level":"error"'));
  expect(errors).toEqual([
    expect.stringMatching(/the data directory .* is in use by process \d+: stop it first/) as unknown,
  ]);
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
});

it('a controller without a server says what to start first; status 1', async () => {
  const orch = new Orch('csr-signer', `--data-dir=${join(folder, 'nothing-here')}`);
  expect(await orch.ended).toBe(1);
  expect(orch.errors).toMatch(
    /^orch csr-signer: no client configuration: .*nothing-here\/controllers\/csr-signer\.conf.*start it first\)\n$/,
  );
  expect(orch.errors.trimEnd()).not.toContain('\n');
});

const wrongValues: [flags: string[], status: number, says: RegExp][] = [
  [['--bind-address=nonsense'], 2, /flag --bind-address: must be an IP address, such as 127\.0\.0\.1 or ::$/],
  [['--bind-address=192.0.2.1'], 1, /not an address of this machine: choose one with --bind-address \(0\.0\.0\.0 takes all\)$/],
  [['--secure-port=99999'], 2, /flag --secure-port=99999: must be at most 65535$/],
  [['--storage-backend=redis', '--redis-url=nonsense'], 2, /flag --redis-url: must begin with one of redis:\/\/, /],
]; // prettier-ignore
for (const command of ['up', 'apiserver']) {
  it.each(wrongValues)(`orch ${command} %j ends with status %i and one line that says what to do`, async (flags, status, says) => {
    const directory = `--data-dir=${join(folder, `wrong-${command}`)}`;
    const orch = new Orch(command, directory, '--secure-port=0', '--log-format=text', '--log-level=info', ...flags);
    expect(await orch.ended).toBe(status);
    expect([orch.out, orch.errors]).toEqual([[], expect.stringMatching(/^orch (up|apiserver): [^\n]+\n$/)]);
    expect(orch.errors.trimEnd()).toMatch(says);
  }); // prettier-ignore
}

it('a controller whose --orchconfig is not there ends with status 1 and one line', async () => {
  const first = new Orch('csr-signer', '--orchconfig=/nope');
  expect(await first.ended).toBe(1);
  expect(first.errors).toMatch(
    /^orch csr-signer: client configuration \/nope does not exist \([^\n]*start it first\)\n$/,
  );
});

it('on a terminal the next step follows ready, and Ctrl-C ends all with status 0', async () => {
  const dataDir = join(folder, 'terminal');
  const command = [process.execPath, bin, 'up', '--secure-port=0', `--data-dir=${dataDir}`, '--controllers=csr-signer'];
  // `script` of util-linux gives it a terminal; Ctrl-C is what the terminal makes of the character.
  const terminal = spawn('script', ['-qefc', `exec ${command.join(' ')}`, '/dev/null'], {
    // Any other shell might be there, or end by Ctrl-C itself.
    env: { ...process.env, SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  running.add(terminal);
  const ended = once(terminal, 'close');
  const lines: string[] = [];
  for await (const line of createInterface({ input: terminal.stdout })) {
    lines.push(line);
    if (line.startsWith('Next, ')) terminal.stdin.end('\u0003');
  }
  expect(await ended).toEqual([0, null]);
  running.delete(terminal);
  const ready = lines.findIndex((line) => line.startsWith('ready https://'));
  expect(lines.slice(ready + 1)).toContain(
    `Next, in another terminal: export ORCHCONFIG=${dataDir}/admin.conf && npx orchctl get namespaces`,
  );
});
