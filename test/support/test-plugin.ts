import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

/** What a test plugin does when it is run. */
export interface PluginBehaviour {
  /** Printed: text as it is, anything else as JSON. Default: nothing. */
  readonly output?: unknown;
  readonly stderr?: string;
  /** Default: 0. */
  readonly exitCode?: number;
  /** Prints its output only when {@link TestPlugin.letGo} is called. */
  readonly waits?: boolean;
  readonly ignoresSigterm?: boolean;
}

/** One run of a test plugin, as it saw it. */
export interface PluginRunRecord {
  readonly pid: number;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Whether its standard input is a terminal. */
  readonly hasTerminal: boolean;
  /** Name of the file behind its standard input, such as `/dev/null`. */
  readonly stdin: string;
}

/** A credential plugin for tests: an executable file that behaves as the test asks and records its runs. */
export class TestPlugin {
  private readonly sockets: Socket[] = [];
  private readonly waiting = new Set<() => void>();
  private server: Server | undefined;

  /** Writes the executable `plugin` into a folder; its name there is `./plugin`. */
  constructor(private readonly folder: string) {
    mkdirSync(join(folder, 'runs'));
    writeFileSync(this.path, SCRIPT.replace('FOLDER', folder), { mode: 0o755 });
    this.behave({});
  }

  get path(): string {
    return join(this.folder, 'plugin');
  }

  /** From the next run on. */
  behave({ output = '', stderr = '', exitCode = 0, waits = false, ignoresSigterm = false }: PluginBehaviour): void {
    const write = (name: string, text: string): void => writeFileSync(join(this.folder, name), text);
    write('output', typeof output === 'string' ? output : JSON.stringify(output));
    write('stderr', stderr);
    write('exit-code', String(exitCode));
    rmSync(join(this.folder, 'wait.cjs'), { force: true });
    if (waits)
      write('wait.cjs', waitingScript(this.folder, (this.server!.address() as AddressInfo).port, ignoresSigterm));
  }

  get runs(): readonly PluginRunRecord[] {
    const log = join(this.folder, 'runs.log');
    if (!existsSync(log)) return [];
    return readFileSync(log, 'utf8')
      .trimEnd()
      .split('\n')
      .map((pid) => this.runOf(pid));
  }

  /** Accepts plugins that wait. */
  async listen(): Promise<void> {
    this.server = createServer((socket) => {
      this.sockets.push(socket.on('error', () => undefined));
      for (const check of this.waiting) check();
    });
    await new Promise<void>((resolve) => this.server!.listen(0, '127.0.0.1', resolve));
  }

  /** Resolves when this number of plugins have connected to wait. @returns the connection of the last one: its close is the end of that process. */
  async untilWaiting(count = 1): Promise<Socket> {
    while (this.sockets.length < count) await new Promise<void>((resolve) => this.waiting.add(resolve));
    return this.sockets.at(-1)!;
  }

  /** Lets waiting plugins print and end. */
  letGo(): void {
    for (const socket of this.sockets) socket.end('go');
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server?.close();
  }

  private runOf(pid: string): PluginRunRecord {
    const folder = join(this.folder, 'runs', pid);
    const texts = (name: string): string[] => readFileSync(join(folder, name), 'utf8').split('\0').slice(0, -1);
    return {
      pid: Number(pid),
      args: texts('args'),
      environment: Object.fromEntries(texts('environ').map((text) => split(text, text.indexOf('=')))),
      hasTerminal: existsSync(join(folder, 'terminal')),
      stdin: readFileSync(join(folder, 'stdin'), 'utf8').trimEnd(),
    };
  }
}

const split = (text: string, at: number): [string, string] => [text.slice(0, at), text.slice(at + 1)];

/** A shell starts ten times faster than Node.js. */
const SCRIPT = `#!/bin/sh
cd 'FOLDER' && mkdir "runs/$$" || exit 99
[ $# = 0 ] || printf '%s\\0' "$@" > "runs/$$/args"
[ $# != 0 ] || : > "runs/$$/args"
cat "/proc/$$/environ" > "runs/$$/environ"
readlink "/proc/$$/fd/0" > "runs/$$/stdin"
[ ! -t 0 ] || : > "runs/$$/terminal"
echo $$ >> runs.log
[ ! -e wait.cjs ] || exec '${process.execPath}' wait.cjs
cat stderr >&2
cat output
exit "$(cat exit-code)"
`;

/** Prints the output when the test lets it go. */
const waitingScript = (folder: string, port: number, ignoresSigterm: boolean): string =>
  `${ignoresSigterm ? "process.on('SIGTERM', () => undefined);" : ''}
  const output = require('node:fs').readFileSync(${JSON.stringify(join(folder, 'output'))});
  require('node:net').connect(${port}, '127.0.0.1').once('data', () => process.stdout.write(output));\n`;
