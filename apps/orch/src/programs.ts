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
  { name: 'controller-manager', summary: 'Any set of the controllers in one process.' },
  ...controllers,
];
