import type { TopologyObject } from './topology-object';

/** An object of a workload, and those it controls. */
export interface TopologyNode {
  readonly object: TopologyObject;
  readonly children: readonly TopologyNode[];
  /** Further objects it controls, which are not shown. */
  readonly hidden: number;
}

/** A workload, from what is not controlled by another object down to its pods. */
export interface Lane {
  readonly root: TopologyNode;
  /** Services that select one of its pods. */
  readonly services: readonly TopologyObject[];
  /** Anything in it is not in its desired state. */
  readonly hasProblems: boolean;
  /** Names in it, in lower case. */
  readonly text: string;
}

export interface Topology {
  /** By namespace and name. */
  readonly lanes: readonly Lane[];
  readonly servicesWithoutPods: readonly TopologyObject[];
  readonly unusedClaims: readonly TopologyObject[];
  /** By `namespace/name`. */
  readonly claims: ReadonlyMap<string, TopologyObject>;
}

const MOST_CHILDREN = 30;
/** Owner references can form a circle. */
const MOST_LEVELS = 6;

const isOf = ({ resource }: TopologyObject, plural: string): boolean => resource.resource === plural;
const placeOf = ({ namespace, name }: TopologyObject): string => `${namespace}/${name}`;
const byPlace = (a: TopologyObject, b: TopologyObject): number => (placeOf(a) < placeOf(b) ? -1 : 1);

/** How the objects belong together. */
export function topologyOf(objects: readonly TopologyObject[]): Topology {
  const services = objects.filter((object) => isOf(object, 'services')).toSorted(byPlace);
  const claims = objects.filter((object) => isOf(object, 'persistentvolumeclaims')).toSorted(byPlace);
  const workloads = objects.filter((object) => !isOf(object, 'services') && !isOf(object, 'persistentvolumeclaims'));
  const uids = new Set(workloads.map(({ uid }) => uid));
  const owned = new Map<string, TopologyObject[]>();
  for (const object of workloads) {
    const owner = object.owner?.uid ?? '';
    const siblings = owned.get(owner) ?? [];
    siblings.push(object);
    owned.set(owner, siblings);
  }
  const lanes = workloads
    .filter(({ owner }) => owner === undefined || !uids.has(owner.uid))
    .toSorted(byPlace)
    .map((root) => laneOf(root, owned, services));
  const selecting = new Set(lanes.flatMap((lane) => lane.services));
  const used = new Set(
    workloads.flatMap(({ namespace, claims: names }) => names.map((name) => `${namespace}/${name}`)),
  );
  return {
    lanes,
    servicesWithoutPods: services.filter((service) => service.selector !== undefined && !selecting.has(service)),
    unusedClaims: claims.filter((claim) => !used.has(placeOf(claim))),
    claims: new Map(claims.map((claim) => [placeOf(claim), claim])),
  };
}

type Owned = ReadonlyMap<string, readonly TopologyObject[]>;

function laneOf(top: TopologyObject, owned: Owned, services: readonly TopologyObject[]): Lane {
  const all: TopologyObject[] = [];
  const nodeOf = (object: TopologyObject, level: number): TopologyNode => {
    all.push(object);
    const below = level === MOST_LEVELS ? [] : (owned.get(object.uid) ?? []);
    const children = below
      .filter((child) => !child.isRetired || owned.has(child.uid))
      .toSorted(byPlace)
      .map((child) => nodeOf(child, level + 1));
    return { object, children: children.slice(0, MOST_CHILDREN), hidden: Math.max(0, children.length - MOST_CHILDREN) };
  };
  const root = nodeOf(top, 1);
  const pods = all.filter((object) => isOf(object, 'pods'));
  const selecting = services.filter((service) => pods.some((pod) => selects(service, pod)));
  return {
    root,
    services: selecting,
    hasProblems: all.some(({ tone }) => tone !== 'good'),
    text: [...all, ...selecting].map(({ name }) => name).join(' ').toLowerCase(), // prettier-ignore
  };
}

function selects(service: TopologyObject, pod: TopologyObject): boolean {
  const wanted = Object.entries(service.selector ?? {});
  return (
    wanted.length > 0 &&
    service.namespace === pod.namespace &&
    wanted.every(([key, value]) => pod.labels[key] === value)
  );
}
