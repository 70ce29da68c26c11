import { vocabularies } from '@orch/vocabulary';
import { deleteOptionsOf } from './read-delete-options.js';

it('C-225 faults of a policy in the order of kube-apiserver', () =>
  expect(() =>
    deleteOptionsOf({ propagationPolicy: 'x', orphanDependents: true }, new URLSearchParams(), vocabularies.kubernetes),
  ).toThrow(/cannot be both set, propagationPolicy: Unsupported value: "x"/));
