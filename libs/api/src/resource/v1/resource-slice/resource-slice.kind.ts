import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import { fieldReader } from '../../../definition/field-reader.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import type { StrategyContext } from '../../../definition/strategy.js';
import { ResourceSlice } from './resource-slice.types.js';
import { validateResourceSlice, validateResourceSliceUpdate } from './resource-slice.validation.js';

/** Taints without a time are added now. */
function withTaintTimes(slice: ResourceSlice, { now }: StrategyContext): ResourceSlice {
  const { devices } = slice.spec;
  if (!devices?.some(({ taints }) => taints?.some(({ timeAdded }) => timeAdded === undefined))) return slice;
  const dated = devices.map((device) =>
    device.taints ? { ...device, taints: device.taints.map((taint) => ({ timeAdded: now, ...taint })) } : device,
  );
  return { ...slice, spec: { ...slice.spec, devices: dated } };
}

export const resourceSliceKind: KindDeclaration = {
  type: ResourceSlice,
  group: 'resource',
  version: 'v1',
  kind: 'ResourceSlice',
  resource: 'resourceslices',
  singular: 'resourceslice',
  namespaced: false,
  nameRule: 'dns-subdomain',
  generation: true,
  deleteAnswers: 'object',
  selectableFields: {
    'spec.nodeName': fieldReader('spec', 'nodeName'),
    'spec.driver': fieldReader('spec', 'driver'),
  },
  columns: [
    NAME_COLUMN,
    column<ResourceSlice>(
      { name: 'Node', type: 'string', description: 'Only node with access to the devices.' },
      ({ spec }) => spec.nodeName ?? '',
    ),
    column<ResourceSlice>(
      { name: 'Driver', type: 'string', description: 'Name of the driver.' },
      ({ spec }) => spec.driver,
    ),
    column<ResourceSlice>(
      { name: 'Pool', type: 'string', description: 'Name of the pool.' },
      ({ spec }) => spec.pool.name,
    ),
    AGE_COLUMN,
  ],
  strategy: () => ({
    prepareForCreate: withTaintTimes,
    prepareForUpdate: (slice: ResourceSlice, _old: ResourceSlice, context: StrategyContext) =>
      withTaintTimes(slice, context),
    validateCreate: validateResourceSlice,
    validateUpdate: validateResourceSliceUpdate,
  }),
};
