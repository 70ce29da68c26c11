import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import type { PrinterColumn } from '../../../definition/printer-column.js';
import { statusAloneSubresource } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import { validateMandatoryLevel } from '../../mandatory-spec.validation.js';
import { PriorityLevelConfiguration, type QueuingConfiguration } from './priority-level-configuration.types.js';
import { validatePriorityLevel, validatePriorityLevelStatus } from './priority-level-configuration.validation.js';

const validate = (level: PriorityLevelConfiguration) => [
  ...validatePriorityLevel(level),
  ...validateMandatoryLevel(level),
];
const strategy = (): Strategy<PriorityLevelConfiguration> => ({
  validateCreate: validate,
  validateUpdate: validate,
});
const status = (): SubresourceStrategy<PriorityLevelConfiguration> =>
  statusAloneSubresource({ validateUpdate: validatePriorityLevelStatus });

const queuing = (name: string, field: keyof QueuingConfiguration, description: string): PrinterColumn =>
  column<PriorityLevelConfiguration>(
    { name, type: 'string', description },
    ({ spec }) => spec?.limited?.limitResponse?.queuing?.[field] ?? '<none>',
  );

export const priorityLevelConfigurationKind: KindDeclaration = {
  type: PriorityLevelConfiguration,
  group: 'flowcontrol',
  version: 'v1',
  kind: 'PriorityLevelConfiguration',
  resource: 'prioritylevelconfigurations',
  singular: 'prioritylevelconfiguration',
  namespaced: false,
  nameRule: 'dns-subdomain',
  generation: true,
  deleteAnswers: 'status',
  columns: [
    NAME_COLUMN,
    column<PriorityLevelConfiguration>(
      { name: 'Type', type: 'string', description: 'Whether its requests are limited.' },
      ({ spec }) => spec?.type ?? '',
    ),
    column<PriorityLevelConfiguration>(
      {
        name: 'NominalConcurrencyShares',
        type: 'string',
        description: 'Its share of the concurrency limit of the server.',
      },
      ({ spec }) => spec?.limited?.nominalConcurrencyShares ?? '<none>',
    ),
    queuing('Queues', 'queues', 'Number of its queues.'),
    queuing('HandSize', 'handSize', 'Number of queues of each flow (shuffle sharding).'),
    queuing('QueueLengthLimit', 'queueLengthLimit', 'Maximum number of waiting requests in a queue.'),
    AGE_COLUMN,
  ],
  strategy,
  subresources: { status },
};
