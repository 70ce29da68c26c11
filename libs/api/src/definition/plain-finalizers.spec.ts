import { builtinKinds } from '../kinds.js';

it('finalizers need a domain in all kinds but those whose validation in kube-apiserver does not ask for it', () => {
  const plain = builtinKinds.filter(({ plainFinalizers }) => plainFinalizers).map(({ resource }) => resource);
  expect([...new Set(plain)].sort()).toEqual([
    'customresourcedefinitions',
    'events',
    'leases',
    'mutatingadmissionpolicies',
    'mutatingadmissionpolicybindings',
    'mutatingwebhookconfigurations',
    'poddisruptionbudgets',
    'runtimeclasses',
    'validatingadmissionpolicies',
    'validatingadmissionpolicybindings',
    'validatingwebhookconfigurations',
  ]);
});
