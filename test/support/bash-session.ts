import { spawn, type ChildProcess } from 'node:child_process';

const MARK = '\u001e';

/** One shell in which commands are run one after the other, as in a terminal: variables, aliases and the directory stay. */
export class BashSession {
  private readonly shell: ChildProcess;
  private output = '';
  private listener: () => void = () => undefined;

  constructor(cwd: string) {
    this.shell = spawn('bash', ['--noprofile', '--norc'], {
      cwd,
      stdio: 'pipe',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    for (const stream of [this.shell.stdout!, this.shell.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
        this.listener();
      });
    }
    this.shell.stdin!.write('shopt -s expand_aliases\nexec 2>&1\n');
  }

  /** Runs a command to its end. @returns what it printed, on either stream. */
  async run(command: string): Promise<string> {
    this.start(`${command}\nprintf '${MARK}'`);
    return (await this.until((output) => output.includes(MARK))).split(MARK)[0]!.trimEnd();
  }

  /** Starts a command that keeps running; `until` waits for its output. */
  start(command: string): void {
    this.output = '';
    this.shell.stdin!.write(`${command}\n`);
  }

  /** Resolves with all output since the last command, as soon as it satisfies the condition. */
  until(satisfies: (output: string) => boolean): Promise<string> {
    return new Promise((resolve) => {
      this.listener = () => {
        if (satisfies(this.output)) resolve(this.output);
      };
      this.listener();
    });
  }

  end(): void {
    this.shell.kill('SIGKILL');
  }
}
