import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { BashSession } from './bash-session.js';
import { patternOf, type ConsoleStep } from './page-console.js';

const root = join(__dirname, '../..');

/** Commands that only read: controllers work meanwhile, so a reader repeats them, and so does the test. */
const READS = /^(?:sleep \d+; )?(?:(?:orchctl|kubectl) (?:--\S+ )*(?:get|describe)|curl|grep) /;
const ENDLESS = /curl -sN /;

/** Runs the commands of a page in one shell, in a directory with the files that the page uses, and compares what they print. */
export class PageRunner {
  private readonly terminal: BashSession;

  private constructor(
    private readonly directory: string,
    private readonly url: string,
  ) {
    this.terminal = new BashSession(directory);
  }

  /**
   * @param url of the server that has https://127.0.0.1:6443 on the page.
   * @param dataDirs data directories by the names they have on the page, such as `.orch`.
   */
  static async open(directory: string, url: string, dataDirs: Readonly<Record<string, string>>): Promise<PageRunner> {
    await Promise.all(['bin', 'examples'].map((name) => symlink(join(root, name), join(directory, name))));
    for (const [name, dataDir] of Object.entries(dataDirs)) await symlink(dataDir, join(directory, name));
    return new PageRunner(directory, url);
  }

  /** Runs a command that is not on the page. */
  prepare(command: string): Promise<string> {
    return this.terminal.run(command);
  }

  async see(step: ConsoleStep): Promise<void> {
    await (ENDLESS.test(step.command) ? this.seeEndless(step) : this.seeOne(step));
  }

  end(): void {
    this.terminal.end();
  }

  private here(command: string): string {
    return command.replaceAll('https://127.0.0.1:6443', this.url);
  }

  private async seeOne({ command, shown }: ConsoleStep): Promise<void> {
    const wanted = patternOf(shown);
    let printed = await this.terminal.run(this.here(command));
    for (let look = 1; look < 50 && READS.test(command) && !wanted.test(printed); look++) {
      printed = await this.terminal.run(this.here(command));
    }
    // The whole texts, so that a failure shows both.
    if (!wanted.test(printed)) expect(`$ ${command}\n${printed}`).toBe(`$ ${command}\n${shown}`);
  }

  /** A command that goes on while the ones in the paragraph before it are run in another terminal, each after the next output. */
  private async seeEndless({ command, shown, text }: ConsoleStep): Promise<void> {
    const variables = await this.terminal.run('declare -p TOKEN U CA');
    const other = new BashSession(this.directory);
    try {
      other.start(`${variables}; alias grep='grep --line-buffered'\n${this.here(command)}`);
      const lines = shown.split('\n');
      const commands = [...text.replaceAll('\n', ' ').matchAll(/`(orchctl [^`]+)`/g)].map(([, found]) => found!);
      expect(lines.length).toBe(2 * (commands.length + 1));
      for (let seen = 1; seen <= commands.length + 1; seen++) {
        const wanted = `${lines.slice(0, 2 * seen).join('\n')}\n`;
        await other.until((output) => output.includes(wanted));
        const next = commands[seen - 1];
        if (next !== undefined) await this.terminal.run(next);
      }
    } finally {
      other.end();
    }
  }
}
