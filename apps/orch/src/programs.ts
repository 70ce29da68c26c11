import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTROLLER_MANAGER } from '@orch/controller-rights';
import { controllers } from '@orch/controllers';

/** A program that `orch <name>` starts: an app of its own. */
export interface Program {
  readonly name: string;
  readonly summary: string;
}

export const API_SERVER = 'apiserver';

/** Every app that `orch` starts, in the order of the help text. */
export const programs: readonly Program[] = [
  { name: API_SERVER, summary: 'The API server alone.' },
  { name: CONTROLLER_MANAGER, summary: 'A selection of the controllers in one process.' },
  ...controllers,
];

/** Controllers of the user among the built programs, as listed by the build. @param root the installation. */
export function ownPrograms(root: string): readonly Program[] {
  const file = join(root, 'dist/own-programs.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Program[]) : [];
}
