import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Vocabulary } from '@orch/vocabulary';
import { UserError } from '../user-error.js';

/** Opens a file for the user; resolves when the editor has ended. */
export type Editor = (path: string) => Promise<void>;

const DEFAULT_EDITOR = 'vi';

/** The command of the environment, with arguments: `ORCH_EDITOR` (by vocabulary), then `EDITOR`. Default: `vi`. */
export function userEditor({ client }: Pick<Vocabulary, 'client'>, environment = process.env): Editor {
  const own = client.configEnvironment.replace(/CONFIG$/, '_EDITOR');
  const command = environment[own] || environment['EDITOR'] || DEFAULT_EDITOR;
  return async (path) => {
    // The shell splits the command into its words; the path stays one of them.
    const child = spawn('/bin/sh', ['-c', `${command} "$0"`, path], { stdio: 'inherit', env: environment });
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new UserError(`there was a problem with the editor ${JSON.stringify(command)}`);
  };
}
