import type { Pod, PodSpec, PriorityClass } from '@orch/api';
import { ApiError, type ApiObject } from '@orch/apimachinery';
import type { AdmissionAttributes, ObjectReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from './admission-plugin.js';

/** What a pod without any class gets. */
const NO_CLASS = { value: 0, preemptionPolicy: 'PreemptLowerPriority' } as const;

/**
 * A pod gets the number and the policy of its priority class, or of the one class that is for all (D-178). At most one class
 * is.
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
    if (!found) throw refusal(a, `no PriorityClass with name ${name} was found`);
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
      const asked = pod.spec?.priorityClassName ?? '';
      const its = asked === '' ? defaultClass() : namedClass(a, asked);
      return withPriority(a, pod, its);
    },
    validate: (a) => {
      if (!isClass(a) || a.object!['globalDefault'] !== true) return;
      const standing = defaultClass()?.metadata.name;
      if (standing === undefined || (a.operation === 'UPDATE' && standing === a.name)) return;
      throw refusal(a, `PriorityClass ${standing} is already marked as default. Only one default can exist`);
    },
  };
}

function withPriority(a: AdmissionAttributes, pod: Pod, its: PriorityClass | undefined): ApiObject {
  const { value = 0, preemptionPolicy = NO_CLASS.preemptionPolicy } = its ?? NO_CLASS;
  const { priority: sent, preemptionPolicy: sentPolicy } = pod.spec ?? ({} as Partial<PodSpec>);
  if (sent !== undefined && sent !== value) {
    throw refusal(
      a,
      `the integer value of priority (${sent}) must not be provided in pod spec; priority admission controller computed ` +
        `${value} from the given PriorityClass name`,
    );
  }
  if (sentPolicy !== undefined && sentPolicy !== preemptionPolicy) {
    throw refusal(
      a,
      `the string value of PreemptionPolicy (${sentPolicy}) must not be provided in pod spec; priority admission controller ` +
        `computed ${preemptionPolicy} from the given PriorityClass name`,
    );
  }
  const named = its === undefined ? {} : { priorityClassName: its.metadata.name! };
  return { ...pod, spec: { ...pod.spec!, ...named, priority: value, preemptionPolicy } };
}

/** Who leaves out on an update what the server once set does not mean to take it away. */
function keptPriority(pod: Pod, old: Pod): ApiObject {
  const { priority: number, preemptionPolicy } = old.spec ?? ({} as Partial<PodSpec>);
  const kept = {
    ...(pod.spec?.priority === undefined && number !== undefined ? { priority: number } : {}),
    ...(pod.spec?.preemptionPolicy === undefined && preemptionPolicy !== undefined ? { preemptionPolicy } : {}),
  };
  return Object.keys(kept).length === 0 ? pod : { ...pod, spec: { ...pod.spec!, ...kept } };
}

const refusal = ({ definition: { gvr }, name }: AdmissionAttributes, reason: string): ApiError =>
  ApiError.forbidden({ group: gvr.group, resource: gvr.resource, name }, reason);
