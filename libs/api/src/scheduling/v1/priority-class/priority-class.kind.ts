import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { priorityClassStrategy } from './priority-class.strategy.js';
import { PriorityClass } from './priority-class.types.js';

export const priorityClassKind: KindDeclaration = {
  type: PriorityClass,
  group: 'scheduling',
  version: 'v1',
  kind: 'PriorityClass',
  resource: 'priorityclasses',
  singular: 'priorityclass',
  shortNames: ['pc'],
  namespaced: false,
  nameRule: 'dns-subdomain',
  generation: true,
  deleteAnswers: 'status',
  columns: [
    NAME_COLUMN,
    column<PriorityClass>(
      { name: 'Value', type: 'integer', description: 'Priority of the pods; higher values are scheduled first.' },
      ({ value = 0 }) => value,
    ),
    column<PriorityClass>(
      { name: 'Global-Default', type: 'boolean', description: 'Whether it is the default for pods without a class.' },
      ({ globalDefault = false }) => globalDefault,
    ),
    AGE_COLUMN,
    column<PriorityClass>(
      { name: 'PreemptionPolicy', type: 'string', description: 'Whether its pods preempt pods of lower priority.' },
      ({ preemptionPolicy = '' }) => preemptionPolicy,
    ),
  ],
  strategy: priorityClassStrategy,
};
