import { builtinKinds, compileKinds } from '@orch/api';
import { vocabularies } from '@orch/vocabulary';
import { localApiServices } from './local-api-service.js';

describe('APIServices of built-in kinds', () => {
  const vocabulary = vocabularies.kubernetes;
  const objects = localApiServices(compileKinds(builtinKinds, vocabulary, 33), vocabulary, 'onstart');

  it.each([
    ['v1.', { version: 'v1', groupPriorityMinimum: 18_000, versionPriority: 1 }],
    ['v1.apps', { group: 'apps', version: 'v1', groupPriorityMinimum: 17_800, versionPriority: 15 }],
    ['v2.autoscaling', { group: 'autoscaling', version: 'v2', groupPriorityMinimum: 17_500, versionPriority: 30 }],
    [
      'v1.flowcontrol.apiserver.k8s.io',
      { group: 'flowcontrol.apiserver.k8s.io', version: 'v1', groupPriorityMinimum: 16_100, versionPriority: 21 },
    ],
  ])('%s has the priorities of other servers', (name, spec) => {
    expect(objects.get(name)).toEqual({
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name, labels: { 'kube-aggregator.kubernetes.io/automanaged': 'onstart' } },
      spec,
    });
  });

  it('has none of APIServices', () => {
    expect([...objects.keys()].filter((name) => name.includes('apiregistration'))).toEqual([]);
  });
});
