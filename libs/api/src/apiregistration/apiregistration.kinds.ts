import { AGE_COLUMN, column, NAME_COLUMN } from '../definition/columns.js';
import type { KindDeclaration } from '../definition/kind-declaration.js';
import { siblingVersion } from '../definition/sibling-version.js';
import { statusAloneSubresource } from '../definition/status-subresource.js';
import { structVersion } from '../definition/struct-version.js';
import { apiServiceStrategy, validateApiServiceStatus } from './v1/api-service/api-service.strategy.js';
import { APIService } from './v1/api-service/api-service.types.js';

const apiServiceKind: KindDeclaration = {
  type: APIService,
  group: 'apiregistration',
  version: 'v1',
  kind: 'APIService',
  resource: 'apiservices',
  singular: 'apiservice',
  categories: ['api-extensions'],
  namespaced: false,
  nameRule: 'path-segment',
  deleteAnswers: 'status',
  unconditionalUpdate: false,
  columns: [
    NAME_COLUMN,
    column<APIService>(
      { name: 'Service', type: 'string', description: 'The reference to the service that hosts this API endpoint.' },
      ({ spec }) => (spec?.service ? `${spec.service.namespace ?? ''}/${spec.service.name ?? ''}` : 'Local'),
    ),
    column<APIService>(
      { name: 'Available', type: 'string', description: 'Whether this service is available.' },
      ({ status }) => {
        const available = status?.conditions?.find(({ type }) => type === 'Available');
        if (!available) return 'Unknown';
        return available.status === 'True' || !available.reason
          ? available.status
          : `${available.status} (${available.reason})`;
      },
    ),
    AGE_COLUMN,
  ],
  strategy: apiServiceStrategy as KindDeclaration['strategy'],
  subresources: { status: () => statusAloneSubresource<APIService>({ validateUpdate: validateApiServiceStatus }) },
};

/** Groups and versions of the API, of this server and of others. */
export const apiregistrationKinds: readonly KindDeclaration[] = [
  apiServiceKind,
  siblingVersion(apiServiceKind, {
    version: 'v1beta1',
    structs: structVersion('apiregistration.v1', 'apiregistration.v1beta1'),
    lifecycle: {
      deprecated: 19,
      removed: 22,
      replacement: { group: 'apiregistration', version: 'v1', kind: 'APIService' },
    },
  }),
];
