import type { ComparisonBudget } from './comparison-budget.js';
import type { FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { fractionWarning } from '../persistent-volume-claim/claim-warnings.js';
import type { EnvVar } from './container-environment.js';
import type { Container, ContainerPort } from './container.js';
import { isWhole } from './resource-names.js';
import { warningText } from '../../../validation/warning-text.js';

/** A container of a pod or template, and where it is. */
export interface PlacedContainer {
  readonly path: FieldPath;
  readonly container: Pick<Container, 'name' | 'env' | 'ports' | 'resources' | 'securityContext'>;
}

/** Resources that are counted in bytes, in the order of the warnings. */
const IN_BYTES = ['memory', 'ephemeral-storage'];

/** Annotations of the container that have no effect, or fields instead; `pod` has the annotations and profiles of its pod. */
export interface AnnotatedPod {
  readonly path: FieldPath;
  readonly annotations: Readonly<Record<string, string>>;
  readonly hasAppArmor: boolean;
  /** Templates only: the server turns the annotations of a new pod into fields. */
  readonly isTemplate: boolean;
}

export const containerWarnings = (
  { path, container }: PlacedContainer,
  pod: AnnotatedPod,
  names: Vocabulary['annotations'],
): string[] => [
  ...annotationWarnings(container, pod, names),
  ...fractions(path.child('resources'), container.resources),
  ...hiddenVariables(path.child('env'), container.env),
];

function annotationWarnings(
  { name, securityContext = {} }: PlacedContainer['container'],
  { path, annotations, hasAppArmor, isTemplate }: AnnotatedPod,
  { seccompContainerPrefix, appArmorPrefix }: Vocabulary['annotations'],
): string[] {
  const seccomp = seccompContainerPrefix + name;
  const appArmor = appArmorPrefix + name;
  return [
    ...(!securityContext.seccompProfile && Object.hasOwn(annotations, seccomp)
      ? [warningText(path.key(seccomp), SECCOMP_REMOVED)]
      : []),
    ...(isTemplate && !hasAppArmor && !securityContext.appArmorProfile && Object.hasOwn(annotations, appArmor)
      ? [warningText(path.key(appArmor), APP_ARMOR_DEPRECATED)]
      : []),
  ];
}

export const SECCOMP_REMOVED = 'non-functional in v1.27+; use the "seccompProfile" field instead';
export const APP_ARMOR_DEPRECATED = 'deprecated since v1.30; use the "appArmorProfile" field instead';

const fractions = (path: FieldPath, resources: Container['resources'] = {}): string[] =>
  IN_BYTES.flatMap((name) =>
    (['limits', 'requests'] as const).flatMap((list) => fractionOf(path.child(list), resources[list], name)),
  );

/** The fraction of a byte in the amount of one resource. */
function fractionOf(path: FieldPath, amounts: Readonly<Record<string, string>> = {}, name: string): string[] {
  const amount = amounts[name];
  return amount === undefined || isWhole(amount) ? [] : [fractionWarning(path.key(name), amount)];
}

/** `overhead` and similar maps: as the resources of a container. */
export const amountWarnings = (path: FieldPath, amounts: Readonly<Record<string, string>> | undefined): string[] =>
  IN_BYTES.flatMap((name) => fractionOf(path, amounts, name));

/** A variable that is there twice, unless its value refers to the one before: `A=$(A)x`. */
function hiddenVariables(path: FieldPath, env: readonly EnvVar[] = []): string[] {
  const names = new Set<string>();
  return env.flatMap(({ name, value = '', valueFrom }, index) => {
    const isFirst = !names.has(name);
    names.add(name);
    const reference = `$(${name})`;
    if (isFirst || (!valueFrom && value !== reference && value.includes(reference))) return [];
    return [
      warningText(path.index(index), `hides previous definition of "${name}", which may be dropped when using apply`),
    ];
  });
}

/** A port that another container, or the same one, has too. @param budget of the pod. */
export function portWarnings(containers: readonly PlacedContainer[], budget: ComparisonBudget): string[] {
  const placed = new Map<string, { path: FieldPath; port: ContainerPort }[]>();
  return containers.flatMap(({ path, container: { ports = [] } }) =>
    ports.flatMap((port, index) => {
      const at = path.child('ports').index(index);
      const key = `${port.containerPort}/${port.protocol}`;
      const others = placed.get(key) ?? [];
      const texts = budget.take(others).flatMap((other) => {
        const relation = relationOf(port, other.port);
        return relation === undefined
          ? []
          : [warningText(at, `${relation} port definition with ${other.path.toString()}`)];
      });
      others.push({ path: at, port });
      placed.set(key, others);
      return [
        ...(port.hostIP && !port.hostPort ? [warningText(at, `hostIP set without hostPort: ${goText(port)}`)] : []),
        ...texts,
      ];
    }),
  );
}

/** A name of a port that an earlier container has too: one is found by it. @param budget of the pod. */
export function portNameWarnings(containers: readonly PlacedContainer[], budget: ComparisonBudget): string[] {
  const placed = new Map<string, FieldPath>();
  return containers.flatMap(({ path, container: { ports = [] } }) =>
    ports.flatMap(({ name }, index) => {
      if (!name) return [];
      const at = path.child('ports').index(index);
      const first = placed.get(name);
      if (!first) placed.set(name, at);
      return budget.take(first ? [first.toString()] : []).map((other) => {
        const text = `duplicate port name "${name}" with ${other}, services and probes that select ports by name will use ${other}`;
        return warningText(at, text);
      });
    }),
  );
}

/** What two ports of one number and protocol are to each other; undefined if there is nothing to warn of. */
function relationOf(a: ContainerPort, b: ContainerPort): string | undefined {
  const [hostA, hostB] = [a.hostPort ?? 0, b.hostPort ?? 0];
  const [ipA, ipB] = [a.hostIP ?? '', b.hostIP ?? ''];
  if (hostA === hostB && ipA === ipB) return 'duplicate';
  if (hostA === 0 || hostB === 0) return 'overlapping';
  return hostA === hostB && (ipA === '') !== (ipB === '') ? 'dangerously ambiguous' : undefined;
}

const goText = ({ name = '', hostPort = 0, containerPort, protocol, hostIP = '' }: ContainerPort): string =>
  `{Name:${name} HostPort:${hostPort} ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`;
