import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { statusAloneSubresource } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import { validateMandatorySchema } from '../../mandatory-spec.validation.js';
import { FlowSchema } from './flow-schema.types.js';
import { validateFlowSchema, validateFlowSchemaStatus } from './flow-schema.validation.js';

const validate = (schema: FlowSchema) => [...validateFlowSchema(schema), ...validateMandatorySchema(schema)];
const strategy = (): Strategy<FlowSchema> => ({
  validateCreate: validate,
  validateUpdate: validate,
});
const status = (): SubresourceStrategy<FlowSchema> =>
  statusAloneSubresource({ validateUpdate: validateFlowSchemaStatus });

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
      { name: 'PriorityLevel', type: 'string', description: 'Priority level of its requests.' },
      ({ spec }) => spec?.priorityLevelConfiguration?.name ?? '',
    ),
    column<FlowSchema>(
      { name: 'MatchingPrecedence', type: 'string', description: 'Schemas with a lower number are matched first.' },
      ({ spec }) => spec?.matchingPrecedence ?? 0,
    ),
    column<FlowSchema>(
      { name: 'DistinguisherMethod', type: 'string', description: 'How its requests are grouped into flows.' },
      ({ spec }) => spec?.distinguisherMethod?.type ?? '<none>',
    ),
    AGE_COLUMN,
    column<FlowSchema>(
      {
        name: 'MissingPL',
        type: 'string',
        description: 'references a broken or non-existent PriorityLevelConfiguration',
      },
      (schema) => schema.status?.conditions?.find(({ type }) => type === 'Dangling')?.status ?? '?',
    ),
  ],
  // As requests are matched.
  rowRank: ({ spec }: FlowSchema) => spec?.matchingPrecedence ?? 0,
  strategy,
  subresources: { status },
};
