import { ReleaseGates, type ResourceDefinition } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { AdmissionAttributes } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { objectReader } from '../attributes.fixture.js';
import { nodeRestriction } from './node-restriction.js';

const vocabulary = vocabularies.kubernetes;
const plugin = nodeRestriction({
  vocabulary,
  features: new ReleaseGates(),
  reader: objectReader(() => undefined),
});
const slice = (spec: object) => ({ metadata: { name: 's' }, spec }) as unknown as ApiObject;
const OWN = slice({ nodeName: 'n1' });
const FOREIGN = slice({ nodeName: 'n2' });
const OF_ALL = slice({ allNodes: true });

const write = (operation: string, oldObject: ApiObject | undefined, object: ApiObject | undefined): void => {
  const attributes = {
    definition: {
      gvr: { group: vocabulary.groups.resource, version: 'v1', resource: 'resourceslices' },
    } as ResourceDefinition,
    ...{ operation, oldObject, object, subresource: '', namespace: '', name: 's' },
    user: { username: 'system:node:n1', groups: ['system:nodes'] },
  } as unknown as AdmissionAttributes;
  if (operation !== 'DELETE') void plugin.mutate!(attributes);
  void plugin.validate!(attributes);
};

// Mode Node knows the slices that are stored, not what is written, nor what a collection holds.
describe('ResourceSlices of a node', () => {
  it.each([
    ['CREATE', undefined, OWN],
    ['UPDATE', OWN, OWN],
    ['DELETE', OWN, undefined],
  ])('may be written by it: %s', (operation, before, after) =>
    expect(() => write(operation, before, after)).not.toThrow(),
  );

  it.each([
    ['CREATE', 'of another node', undefined, FOREIGN],
    ['CREATE', 'of all nodes', undefined, OF_ALL],
    ['CREATE', 'without a spec', undefined, { metadata: { name: 's' } } as unknown as ApiObject],
    ['UPDATE', 'of another node', FOREIGN, FOREIGN],
    ['UPDATE', 'of another node, made its own', FOREIGN, OWN],
    ['UPDATE', 'of its own, made those of all', OWN, OF_ALL],
    ['DELETE', 'of another node', FOREIGN, undefined],
  ])('%s of slices %s is refused', (operation, _what, before, after) =>
    expect(() => write(operation, before, after)).toThrow(
      expect.objectContaining({
        code: 403,
        message: expect.stringContaining(
          `can only ${operation.toLowerCase()} ResourceSlice with the same NodeName as the requesting node`,
        ) as string,
      }) as Error,
    ),
  );
});
