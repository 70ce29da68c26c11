import type { Vocabulary } from '@orch/vocabulary';
import type { Node } from '../shared/node.js';

type Labels = Pick<Vocabulary['labels'], 'os' | 'arch' | 'deprecatedOfNodes'>;

/** The old names of the labels of system and architecture that a node lacks or that differ, with the values of the new ones. Undefined when all are right. */
export function missingOldLabels({ metadata }: Node, names: Labels): Readonly<Record<string, string>> | undefined {
  const { labels = {} } = metadata;
  const missing = [names.os, names.arch].flatMap((name) => {
    const value = labels[name];
    const old = oldNameOf(name, names);
    return value === undefined || old === undefined || labels[old] === value ? [] : [[old, value] as const];
  });
  return missing.length === 0 ? undefined : Object.fromEntries(missing);
}

/** The name that a label of nodes had before, if it had one. */
export const oldNameOf = (name: string, { deprecatedOfNodes }: Pick<Labels, 'deprecatedOfNodes'>): string | undefined =>
  [...deprecatedOfNodes].find(([, [, newer]]) => newer === name)?.[0];
