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

/** The pods that a service selects. */
export const selectedPods = (all: Pick<Lister<Pod>, 'byIndex'>, service: Service): Pod[] =>
  all.byIndex(NAMESPACE_INDEX, service.metadata.namespace ?? '').filter((pod) => selects(service, pod));
