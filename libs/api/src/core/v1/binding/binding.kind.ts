import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { Binding } from './binding.types.js';
import { bindingStrategy } from './binding.strategy.js';

/** Never stored: creating one puts a pod on a node (A-295..A-297). The pod's `binding` sub-resource takes the same body. */
export const bindingKind: KindDeclaration = {
  type: Binding,
  group: 'core',
  version: 'v1',
  kind: 'Binding',
  resource: 'bindings',
  singular: 'binding',
  namespaced: true,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'status',
  verbs: ['create'],
  strategy: bindingStrategy,
};
