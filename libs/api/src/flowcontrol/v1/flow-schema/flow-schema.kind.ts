import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { statusSubresource } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import { FlowSchema } from './flow-schema.types.js';
import { validateFlowSchema, validateFlowSchemaStatus } from './flow-schema.validation.js';

const strategy = (): Strategy<FlowSchema> => ({
  validateCreate: validateFlowSchema,
  validateUpdate: validateFlowSchema,
});
const status = (): SubresourceStrategy<FlowSchema> => statusSubresource({ validateUpdate: validateFlowSchemaStatus });

export const flowSchemaKind: KindDeclaration = {
  type: FlowSchema,
  group: 'flowcontrol',
  version: 'v1',
  kind: 'FlowSchema',
  resource: 'flowschemas',
  singular: 'flowschema',
  namespaced: false,
  nameRule: 'dns-subdomain',
  generation: true,
  deleteAnswers: 'status',
  columns: [
    NAME_COLUMN,
    column<FlowSchema>(
      { name: 'PriorityLevel', type: 'string', description: 'Level at which its requests are served.' },
      ({ spec }) => spec?.priorityLevelConfiguration?.name ?? '',
    ),
    column<FlowSchema>(
      { name: 'MatchingPrecedence', type: 'integer', description: 'Lower is asked first.' },
      ({ spec }) => spec?.matchingPrecedence ?? 0,
    ),
    column<FlowSchema>(
      { name: 'DistinguisherMethod', type: 'string', description: 'How its requests are told apart.' },
      ({ spec }) => spec?.distinguisherMethod?.type ?? '<none>',
    ),
    AGE_COLUMN,
    column<FlowSchema>(
      { name: 'MissingPL', type: 'string', description: 'Whether its priority level is missing.' },
      (schema) => schema.status?.conditions?.find(({ type }) => type === 'Dangling')?.status ?? '?',
    ),
  ],
  strategy,
  subresources: { status },
};
