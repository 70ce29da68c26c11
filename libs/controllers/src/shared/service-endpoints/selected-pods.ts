import { keyOf, NAMESPACE_INDEX, type InformerOptions, type Lister } from '@orch/client';
import { watch } from '@orch/controller-kit';
import { changesEndpoints, pods, type Pod } from './pod.js';
import { selects, serviceOptions, services, servicesOfPod, type Service } from './service.js';

/** Watches the pods of services; keys are the services. */
export const watchSelectedPods = (options: InformerOptions<Pod> = {}) =>
  watch(pods, {
    options,
    filter: changesEndpoints,
    mapToKeys: (pod, informers) => servicesOfPod(informers.lister(services, serviceOptions), pod).map(keyOf),
  });

/** The pods that a service selects, found in steps. */
export function* selectedPods(all: Pick<Lister<Pod>, 'byIndex'>, service: Service): Generator<undefined, Pod[]> {
  const found: Pod[] = [];
  for (const pod of all.byIndex(NAMESPACE_INDEX, service.metadata.namespace ?? '')) {
    yield;
    if (selects(service, pod)) found.push(pod);
  }
  return found;
}
