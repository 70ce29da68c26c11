import type { Command } from 'commander';
import type { Output } from '../output.js';
import { addCanI } from './auth-can-i.js';
import { addReconcile } from './auth-reconcile.js';
import { addWhoAmI } from './auth-whoami.js';

export function addAuth(program: Command, output: Output): void {
  const auth = program.command('auth').description('inspect authorization');
  for (const add of [addCanI, addWhoAmI, addReconcile]) add(auth, output);
}
