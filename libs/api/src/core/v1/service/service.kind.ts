import { AGE_COLUMN, column, NAME_COLUMN, WIDE } from '../../../definition/columns.js';
import { fieldReader } from '../../../definition/field-reader.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { PROXY_VERBS } from '../../../definition/proxy-verbs.js';
import { labelsText } from '../../workload/workload-columns.js';
import { externalIpText, portsText } from './service-cells.js';
import { serviceDefaults } from './service-defaults.js';
import { serviceStatus, serviceStrategy } from './service.strategy.js';
import { Service } from './service.types.js';

const text = (name: string, description: string, value: (service: Service) => string, priority = 0) =>
  column<Service>({ name, type: 'string', description, ...(priority === 0 ? {} : { priority }) }, value);

export const serviceKind: KindDeclaration = {
  type: Service,
  group: 'core',
  version: 'v1',
  kind: 'Service',
  resource: 'services',
  singular: 'service',
  shortNames: ['svc'],
  categories: ['all'],
  namespaced: true,
  nameRule: 'dns-1035-label',
  deleteAnswers: 'object',
  allowsCreateOnUpdate: true,
  selectableFields: {
    'spec.clusterIP': fieldReader('spec', 'clusterIP'),
    'spec.type': fieldReader('spec', 'type'),
  },
  columns: [
    NAME_COLUMN,
    text('Type', 'Type of the service.', ({ spec }) => spec?.type ?? ''),
    text('Cluster-IP', 'Cluster IP address.', ({ spec }) => spec?.clusterIPs?.[0] || '<none>'),
    text('External-IP', 'External IP addresses.', externalIpText),
    text('Port(s)', 'Ports and node ports.', portsText),
    AGE_COLUMN,
    text('Selector', 'Label selector of the pods.', ({ spec }) => labelsText(spec?.selector), WIDE),
  ],
  strategy: serviceStrategy,
  defaults: serviceDefaults,
  subresources: { status: serviceStatus },
  connections: { proxy: { kind: 'ServiceProxyOptions', verbs: PROXY_VERBS, to: 'address' } },
};
