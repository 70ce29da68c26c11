import { readdirSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runOrch, startRedis, type TestRedis } from '@orch/testing';
import type { Dice } from '../consistency/dice.js';
import { commonFlags } from '../consistency/embedded-topology.js';
import { ApiClient } from './api-client.js';
import type { DamageRound, DamageRounds } from './damage-rounds.js';
import { startAndJudge } from './damaged-start.js';
import { fileDamages } from './file-damage.js';
import { revisionOf, type WrittenHistory, writeHistory } from './written-history.js';

/** Damages one thing in a Redis that runs. Says what was done. */
type ValueDamage = (redis: TestRedis, at: ChosenChange, dice: Dice) => Promise<string>;

interface ChosenChange {
  readonly revision: number;
  /** Its storage key. */
  readonly key: string;
}

const valueDamages: Readonly<Record<string, ValueDamage>> = {
  'deleted value': async (redis, { revision }) => `DEL :v:${revision} ${String(await redis.cli('DEL', `{orch}:v:${revision}`))}`, // prettier-ignore
  'changed value': async (redis, { revision }, dice) => {
    const at = dice.between(0, 100);
    await redis.cli('SETRANGE', `{orch}:v:${revision}`, at, '\u0001');
    return `byte ${at} of :v:${revision}`;
  },
  'deleted entry of the log': async (redis, { revision }) => `XDEL ${revision}-0 ${String(await redis.cli('XDEL', '{orch}:log', `${revision}-0`))}`, // prettier-ignore
  'deleted key': async (redis, { key }) => `HDEL ${key} ${String(await redis.cli('HDEL', '{orch}:keys', key))}`,
};

const KINDS = [...Object.keys(fileDamages), ...Object.keys(valueDamages)];

/** The files of a Redis with objects: half of the changes in the base of its append-only file, half behind. */
export class RedisRounds implements DamageRounds {
  readonly kinds = KINDS.length;

  private constructor(
    private readonly directory: string,
    private readonly flags: readonly string[],
    private readonly history: WrittenHistory,
  ) {}

  static async prepare(directory: string, tokens: string, dice: Dice): Promise<RedisRounds> {
    const files = join(directory, 'whole-redis');
    await cp(tokens, join(files, 'tokens.csv')); // makes the directory
    const redis = await startRedis({ directory: files });
    const flags = ['--storage-backend=redis', ...commonFlags(tokens)];
    try {
      const server = runOrch(['apiserver', '--secure-port=0', `--data-dir=${join(directory, 'whole')}`, `--redis-url=${redis.url}`, ...flags]); // prettier-ignore
      const client = new ApiClient(await server.ready);
      const history = await writeHistory(client, dice, async () => {
        await redis.cli('BGREWRITEAOF');
        await redis.logged('Background AOF rewrite finished successfully');
      });
      await client.close();
      await server.stop();
      return new RedisRounds(directory, flags, history);
    } finally {
      await redis.kill('SIGTERM');
    }
  }

  async round(number: number, dice: Dice): Promise<DamageRound> {
    const kind = KINDS[number % KINDS.length]!;
    const [files, dataDir] = [join(this.directory, `redis-${number}`), join(this.directory, `damaged-${number}`)];
    await cp(join(this.directory, 'whole-redis'), files, { recursive: true });
    await cp(join(this.directory, 'whole'), dataDir, { recursive: true });
    let redis: TestRedis | undefined;
    let done = '';
    try {
      const damageFile = fileDamages[kind];
      if (damageFile) {
        const file = dice.pick(readdirSync(join(files, 'appendonlydir')).filter((name) => !name.endsWith('manifest')));
        done = `${kind}, ${file}: ${damageFile(join(files, 'appendonlydir', file), dice)}`;
      }
      redis = await startRedis({ directory: files }).catch(() => undefined);
      if (!redis)
        return {
          outcome: `${done}; refused by Redis`,
          violations: damageFile ? [] : ['Redis did not start'],
          answers: 0,
        };
      const damageValue = valueDamages[kind];
      if (damageValue) done = `${kind}: ${await damageValue(redis, this.choose(dice), dice)}`;
      const flags = [`--data-dir=${dataDir}`, `--redis-url=${redis.url}`, ...this.flags];
      // Redis takes a file that ends early for one that was not written to its end.
      const start = await startAndJudge(flags, this.history, dice, { mayLoseEnd: damageFile !== undefined });
      const outcome = start.refusal === undefined ? `served, ${start.errors} errors` : `refused: ${start.refusal}`;
      const violations = start.violations.map((text) => `${done}: ${text}`);
      return { outcome: `${done}; ${outcome}`, violations, answers: start.answers };
    } finally {
      await redis?.stop();
      await Promise.all([files, dataDir].map((path) => rm(path, { recursive: true })));
    }
  }

  private choose(dice: Dice): ChosenChange {
    const collection = dice.pick(this.history.collections);
    const change = dice.pick(this.history.changes.get(collection)!.filter(({ type }) => type !== 'DELETED'));
    const resource = collection.replace(/.*\//, '');
    const group = /^\/apis\/([^/]+)/.exec(collection)?.[1];
    const prefix = group === undefined ? resource : `${resource}.${group}`;
    return { revision: revisionOf(change), key: `${prefix}\0t1\0${change.object.metadata.name}` };
  }
}
