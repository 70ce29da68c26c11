import type { Pod, PodSpec, PriorityClass } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { AdmissionAttributes, ObjectReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { forbidden } from './forbidden.js';
import type { AdmissionPlugin } from './admission-plugin.js';

/** Priority of a pod without a class. */
const NO_CLASS = { value: 0, preemptionPolicy: 'PreemptLowerPriority' } as const;

/**
 * Sets the priority and the preemption policy of a pod from its priority class, or from the global default class (D-178). At
 * most one class is the global default.
 */
export function priority(reader: ObjectReader, { groups }: Vocabulary): AdmissionPlugin {
  const classes = { group: groups.scheduling, resource: 'priorityclasses' };
  const isPod = ({ definition: { gvr } }: AdmissionAttributes) => gvr.group === '' && gvr.resource === 'pods';
  const isClass = ({ definition: { gvr } }: AdmissionAttributes) =>
    gvr.group === classes.group && gvr.resource === classes.resource;
  const defaultClass = (): PriorityClass | undefined => {
    for (const one of reader.readAll(classes)) if (one['globalDefault'] === true) return one as PriorityClass;
    return undefined;
  };
  const namedClass = (a: AdmissionAttributes, name: string): PriorityClass => {
    const found = reader.read(classes, '', name);
    if (!found) throw forbidden(a, `no PriorityClass with name ${name} was found`);
    return found as PriorityClass;
  };
  return {
    name: 'Priority',
    handles: (a) =>
      a.subresource === '' && (a.operation === 'CREATE' || a.operation === 'UPDATE') && (isPod(a) || isClass(a)),
    mutate: (a) => {
      if (!isPod(a)) return a.object!;
      const pod = a.object as Pod;
      if (a.operation === 'UPDATE') return keptPriority(pod, a.oldObject as Pod);
      const requested = pod.spec?.priorityClassName ?? '';
      const priorityClass = requested === '' ? defaultClass() : namedClass(a, requested);
      return withPriority(a, pod, priorityClass);
    },
    validate: (a) => {
      if (!isClass(a) || a.object!['globalDefault'] !== true) return;
      const current = defaultClass()?.metadata.name;
      if (current === undefined || (a.operation === 'UPDATE' && current === a.name)) return;
      throw forbidden(a, `PriorityClass ${current} is already marked as default. Only one default can exist`);
    },
  };
}

function withPriority(a: AdmissionAttributes, pod: Pod, priorityClass: PriorityClass | undefined): ApiObject {
  const { value = 0, preemptionPolicy = NO_CLASS.preemptionPolicy } = priorityClass ?? NO_CLASS;
  const { priority: sent, preemptionPolicy: sentPolicy } = pod.spec ?? ({} as Partial<PodSpec>);
  if (sent !== undefined && sent !== value) {
    throw forbidden(
      a,
      `the integer value of priority (${sent}) must not be provided in pod spec; priority admission controller computed ` +
        `${value} from the given PriorityClass name`,
    );
  }
  if (sentPolicy !== undefined && sentPolicy !== preemptionPolicy) {
    throw forbidden(
      a,
      `the string value of PreemptionPolicy (${sentPolicy}) must not be provided in pod spec; priority admission controller ` +
        `computed ${preemptionPolicy} from the given PriorityClass name`,
    );
  }
  const named = priorityClass === undefined ? {} : { priorityClassName: priorityClass.metadata.name! };
  return { ...pod, spec: { ...pod.spec!, ...named, priority: value, preemptionPolicy } };
}

/** An update that omits the fields set by admission keeps their current values. */
function keptPriority(pod: Pod, old: Pod): ApiObject {
  const { priority: number, preemptionPolicy } = old.spec ?? ({} as Partial<PodSpec>);
  const kept = {
    ...(pod.spec?.priority === undefined && number !== undefined ? { priority: number } : {}),
    ...(pod.spec?.preemptionPolicy === undefined && preemptionPolicy !== undefined ? { preemptionPolicy } : {}),
  };
  return Object.keys(kept).length === 0 ? pod : { ...pod, spec: { ...pod.spec!, ...kept } };
}
