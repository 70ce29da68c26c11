import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { scaleSubresource } from '../../../core/workload/scale-subresource.js';
import {
  containerColumns,
  countColumn,
  selectorColumn,
  selectorText,
} from '../../../core/workload/workload-columns.js';
import { deploymentDefaults } from './deployment.defaults.js';
import { deploymentStatus, deploymentStrategy } from './deployment.strategy.js';
import { Deployment } from './deployment.types.js';

export const deploymentKind: KindDeclaration = {
  type: Deployment,
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  resource: 'deployments',
  singular: 'deployment',
  shortNames: ['deploy'],
  categories: ['all'],
  namespaced: true,
  nameRule: 'dns-subdomain',
  generation: true,
  deleteAnswers: 'status',
  columns: [
    NAME_COLUMN,
    column<Deployment>(
      { name: 'Ready', type: 'string', description: 'Number of the pod with ready state' },
      ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
    ),
    countColumn<Deployment>(
      'Up-to-date',
      'Number of pods with the newest template.',
      ({ status }) => status?.updatedReplicas,
      'string',
    ),
    countColumn<Deployment>(
      'Available',
      'Number of pods that are ready for at least minReadySeconds.',
      (d) => d.status?.availableReplicas,
      'string',
    ),
    AGE_COLUMN,
    ...containerColumns<Deployment>(({ spec }) => spec?.template),
    selectorColumn<Deployment>(({ spec }) => spec?.selector),
  ],
  strategy: deploymentStrategy,
  defaults: deploymentDefaults,
  subresources: {
    status: deploymentStatus,
    scale: scaleSubresource<Deployment>(({ spec }) => selectorText(spec?.selector)),
  },
};
