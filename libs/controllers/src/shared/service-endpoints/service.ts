import { packedJsonOf, packedTextsOf } from '@orch/apimachinery';
import {
  builtinResources,
  NAMESPACE_INDEX,
  type HasMetadata,
  type InformerOptions,
  type Lister,
  type ResourceLike,
} from '@orch/client';
import type { Pod } from './pod.js';

/** A service, with the fields that its endpoints depend on. */
export interface Service extends HasMetadata {
  readonly spec?: {
    readonly type?: string;
    readonly clusterIP?: string;
    /** The first one is that of its Endpoints. */
    readonly ipFamilies?: readonly string[];
    readonly ports?: readonly ServicePort[];
    readonly selector?: Readonly<Record<string, string>>;
    readonly publishNotReadyAddresses?: boolean;
    readonly trafficDistribution?: string;
  };
}

export interface ServicePort {
  readonly name?: string;
  readonly port: number;
  /** Default: TCP. */
  readonly protocol?: string;
  readonly appProtocol?: string;
  /** A number, or the name of a port of the pod. Default: `port`. */
  readonly targetPort?: number | string;
}

export const services: ResourceLike<Service> = builtinResources.services;

const NO_ADDRESS = 'None';
/** Index of services by one label of their selectors. */
const SELECTED_LABEL_INDEX = 'selectedLabel';

const labelText = (namespace: string, key: string, value: string): string => `${namespace}\n${key}=${value}`;

/** Every lister that `servicesOfPod` is given is made with them. */
export const serviceOptions: InformerOptions<Service> = {
  indexes: {
    [SELECTED_LABEL_INDEX]: (service) => {
      const [first] = selectedLabels(service);
      return first ? [labelText(service.metadata.namespace ?? '', ...first)] : [];
    },
  },
};

/** A service without a selector has endpoints that a user maintains. */
export const hasSelector = (service: Service): boolean => selectedLabels(service).length > 0;

/** Whether its endpoints are those of pods: it has a selector, and is not the alias of a DNS name. */
export const hasPods = (service: Service): boolean => hasSelector(service) && service.spec?.type !== 'ExternalName';

/** Whether it has no cluster IP. */
export const isHeadless = ({ spec = {} }: Service): boolean => !spec.clusterIP || spec.clusterIP === NO_ADDRESS;

/** Whether it may be without ports: clients take the addresses from its DNS name. */
export const mayLackPorts = ({ spec = {} }: Service): boolean => spec.clusterIP === NO_ADDRESS;

export const selects = (service: Service, pod: Pod): boolean =>
  service.metadata.namespace === pod.metadata.namespace && areLabels(selectedLabels(service), pod);

/** Very many labels are not parsed for it. */
function areLabels(selected: readonly (readonly [key: string, value: string])[], { metadata }: Pod): boolean {
  const labelOf = packedTextsOf(metadata, 'labels');
  if (labelOf) return selected.every(([key, value]) => labelOf(key) === value);
  const { labels = {} } = metadata;
  return selected.every(([key, value]) => labels[key] === value);
}

/** Labels of selectors, which may have tens of thousands and are compared with each pod of a namespace. */
const known = new WeakMap<Service, readonly (readonly [key: string, value: string])[]>();

function selectedLabels(service: Service): readonly (readonly [key: string, value: string])[] {
  let labels = known.get(service);
  if (!labels) known.set(service, (labels = Object.entries(service.spec?.selector ?? {})));
  return labels;
}

/** Services that select a pod. Reads those only that select one of its labels; of a pod with very many labels those of its namespace. */
export function servicesOfPod(lister: Lister<Service>, pod: Pod): Service[] {
  const { namespace = '' } = pod.metadata;
  if (packedJsonOf(pod.metadata, 'labels')) {
    return lister
      .byIndex(NAMESPACE_INDEX, namespace)
      .filter((service) => hasSelector(service) && selects(service, pod));
  }
  return Object.entries(pod.metadata.labels ?? {})
    .flatMap(([key, value]) => lister.byIndex(SELECTED_LABEL_INDEX, labelText(namespace, key, value)))
    .filter((service) => selects(service, pod));
}
