import type { Pod, PodSpec, PriorityClass } from '@orch/api';
import { withMember, type ApiError, type ApiObject } from '@orch/apimachinery';
import { atOnceOrInTurns, flowOf } from '@orch/http';
import type { AdmissionAttributes, Extract, ExtractReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { forbidden } from './forbidden.js';
import type { AdmissionPlugin } from './admission-plugin.js';
import { partOfJson } from './part-text.js';

/** Priority of a pod without a class. */
const NO_CLASS = { value: 0, preemptionPolicy: 'PreemptLowerPriority' } as const;

/** What a pod gets from its class, and whether that is the global default. */
type ClassParts = Pick<PriorityClass, 'value' | 'preemptionPolicy' | 'globalDefault'> & { readonly name: string };

/** A class may have megabytes. */
const partsOfClass: Extract<ClassParts> = (json) => ({
  name: partOfJson(json, ['metadata', 'name']) as string,
  value: partOfJson(json, ['value']) as PriorityClass['value'],
  preemptionPolicy: partOfJson(json, ['preemptionPolicy']) as PriorityClass['preemptionPolicy'],
  globalDefault: partOfJson(json, ['globalDefault']) as PriorityClass['globalDefault'],
});

/**
 * Sets the priority and the preemption policy of a pod from its priority class, or from the global default class (D-178). At
 * most one class is the global default.
 */
export function priority(reader: ExtractReader, { groups }: Vocabulary): AdmissionPlugin {
  const classes = { group: groups.scheduling, resource: 'priorityclasses' };
  const isPod = ({ definition: { gvr } }: AdmissionAttributes) => gvr.group === '' && gvr.resource === 'pods';
  const isClass = ({ definition: { gvr } }: AdmissionAttributes) =>
    gvr.group === classes.group && gvr.resource === classes.resource;
  const resolved = function* (a: AdmissionAttributes): Generator<undefined, ApiObject> {
    const pod = a.object as Pod;
    let damage: ApiError | undefined;
    const all = yield* reader.extractsInSteps(classes, partsOfClass, (error) => (damage = error));
    const requested = pod.spec?.priorityClassName ?? '';
    const named = all.find(({ name }) => name === requested);
    // It may be the named one, or the default.
    if (damage && !named) throw damage;
    if (requested === '') return withPriority(a, pod, defaultClass(all));
    if (!named) throw forbidden(a, `no PriorityClass with name ${requested} was found`);
    return withPriority(a, pod, named);
  };
  const refuseSecondDefault = function* (a: AdmissionAttributes): Generator<undefined, void> {
    const current = defaultClass(yield* reader.extractsInSteps(classes, partsOfClass))?.name;
    if (current === undefined || (a.operation === 'UPDATE' && current === a.name)) return;
    throw forbidden(a, `PriorityClass ${current} is already marked as default. Only one default can exist`);
  };
  const workOf = (a: AdmissionAttributes) => () => ({ flow: flowOf(a.user) });
  return {
    name: 'Priority',
    handles: (a) =>
      a.subresource === '' && (a.operation === 'CREATE' || a.operation === 'UPDATE') && (isPod(a) || isClass(a)),
    mutate: (a) => {
      if (!isPod(a)) return a.object!;
      if (a.operation === 'UPDATE') return keptPriority(a.object as Pod, a.oldObject as Pod);
      return atOnceOrInTurns(resolved(a), workOf(a));
    },
    validate: (a) => {
      if (!isClass(a) || a.object!['globalDefault'] !== true) return;
      return atOnceOrInTurns(refuseSecondDefault(a), workOf(a));
    },
  };
}

const defaultClass = (classes: readonly ClassParts[]): ClassParts | undefined =>
  classes.find(({ globalDefault }) => globalDefault === true);

function withPriority(a: AdmissionAttributes, pod: Pod, priorityClass: ClassParts | undefined): ApiObject {
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
  const spec = { ...pod.spec! };
  if (priorityClass !== undefined) spec.priorityClassName = priorityClass.name;
  spec.priority = value;
  spec.preemptionPolicy = preemptionPolicy;
  return withMember(pod, 'spec', spec);
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
