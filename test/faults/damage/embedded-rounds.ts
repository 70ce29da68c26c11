import { createReadStream } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { embeddedStoreFile, readBackup } from '@orch/storage';
import { runCommand, runOrch } from '@orch/testing';
import type { Dice } from '../consistency/dice.js';
import { commonFlags } from '../consistency/embedded-topology.js';
import { ApiClient } from './api-client.js';
import type { DamageRound, DamageRounds } from './damage-rounds.js';
import { startAndJudge } from './damaged-start.js';
import { fileDamages } from './file-damage.js';
import { type WrittenHistory, writeHistory } from './written-history.js';

const ORCH = join(__dirname, '../../../bin/orch.js');
const storeFile = embeddedStoreFile;
const lockFile = (dataDir: string): string => join(dataDir, 'store', 'lock.mdb');

/** Kinds of damage, by name: the way of it, and which file has it. */
const kinds: readonly { readonly name: string; readonly file: (dataDir: string) => string }[] = [
  ...Object.keys(fileDamages).map((name) => ({ name, file: storeFile })),
  ...['random page', 'truncated', 'missing', '0 bytes'].map((name) => ({ name, file: lockFile })),
];

/** A data directory with objects, and what each of its items is. */
export class EmbeddedRounds implements DamageRounds {
  readonly kinds = kinds.length;

  private constructor(
    private readonly directory: string,
    private readonly flags: readonly string[],
    private readonly history: WrittenHistory,
    private readonly items: ReadonlyMap<string, string>,
  ) {}

  static async prepare(directory: string, tokens: string, dice: Dice): Promise<EmbeddedRounds> {
    const flags = commonFlags(tokens);
    const dataDir = join(directory, 'whole');
    const server = runOrch(['apiserver', '--secure-port=0', `--data-dir=${dataDir}`, ...flags]);
    const client = new ApiClient(await server.ready);
    const history = await writeHistory(client, dice, () => Promise.resolve());
    await client.close();
    await server.stop();
    const backup = join(directory, 'whole.bak');
    const { status, stderr } = await orch('backup', `--data-dir=${dataDir}`, backup);
    if (status !== 0) throw new Error(stderr);
    return new EmbeddedRounds(directory, flags, history, await itemsOf(backup));
  }

  async round(number: number, dice: Dice): Promise<DamageRound> {
    const { name, file } = kinds[number % kinds.length]!;
    const dataDir = join(this.directory, `damaged-${number}`);
    await cp(join(this.directory, 'whole'), dataDir, { recursive: true });
    const done = `${name}, ${file(dataDir).replace(/.*\//, '')}: ${fileDamages[name]!(file(dataDir), dice)}`;
    const check = await orch('fsck', `--data-dir=${dataDir}`);
    const violations = [...this.judgeEnd('fsck', check), ...(await this.judgeBackups(dataDir, check.status, number))];
    const start = await startAndJudge([`--data-dir=${dataDir}`, ...this.flags], this.history, dice, {
      mayLoseEnd: false,
    });
    violations.push(...start.violations);
    const isAffected = start.refusal !== undefined || start.errors > 0;
    if (check.status === 0 && isAffected)
      violations.push(`fsck found nothing, but ${start.refusal ?? `${start.errors} answers were errors`}`);
    if (file === lockFile && isAffected && !start.refusal?.includes('lock.mdb is damaged'))
      violations.push(`a damaged lock file changed answers: ${start.refusal}`);
    await rm(dataDir, { recursive: true });
    const outcome = start.refusal === undefined ? `served, ${start.errors} errors` : 'refused';
    return {
      outcome: `${done}; fsck ${check.status}; ${outcome}`,
      violations: violations.map((text) => `${done}: ${text}`),
      answers: start.answers,
    };
  }

  /** A backup holds what was written or is refused; with --skip-damaged it may leave something out. */
  private async judgeBackups(dataDir: string, checked: number | null, number: number): Promise<string[]> {
    const violations: string[] = [];
    const modes = checked === 0 ? [[]] : [[], ['--skip-damaged']];
    for (const flags of modes) {
      const path = join(this.directory, `damaged-${number}-${flags.length}.bak`);
      const result = await orch('backup', ...flags, `--data-dir=${dataDir}`, path);
      violations.push(...this.judgeEnd('backup', result));
      if (result.status !== 0) continue;
      const items = await itemsOf(path);
      const foreign = [...items].filter(([key, item]) => this.items.get(key) !== item).map(([key]) => key);
      if (foreign.length > 0)
        violations.push(`backup ${flags.join()} has ${foreign.length} items that were not written: ${foreign[0]}`);
      if (flags.length === 0 && items.size !== this.items.size)
        violations.push(`backup has ${items.size} items of ${this.items.size}`);
      await rm(path);
    }
    return violations;
  }

  private judgeEnd(what: string, { status, stderr }: Awaited<ReturnType<typeof orch>>): string[] {
    const isClear = status === 0 || (status === 1 && !/^\s+at /m.test(stderr));
    return isClear ? [] : [`${what} ended with ${status}: ${stderr}`];
  }
}

const orch = (...args: readonly string[]) => runCommand(process.execPath, [ORCH, ...args]);

/** Revision and content of each item, by key. */
async function itemsOf(path: string): Promise<Map<string, string>> {
  const { items } = await readBackup(createReadStream(path) as AsyncIterable<Buffer>);
  const all = new Map<string, string>();
  for await (const { key, revision, value } of items) all.set(key, `${revision} ${value.toString('latin1')}`);
  return all;
}
