import type { Pod, PodSpec, RuntimeClass } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import { atOnceOrInTurns, flowOf } from '@orch/http';
import type { AdmissionAttributes, SteppedReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { forbidden } from '../forbidden.js';
import { finalOverheadFault, overheadFault, withOverhead } from './overhead.js';
import { additionFault, selectorFault, withScheduling } from './scheduling.js';

/**
 * Sets the overhead of a new pod from its runtime class, and adds the node selector and the tolerations of the class (D-183). The class must
 * exist; a pod that contradicts it is refused, and so is overhead without a class that defines it.
 */
export function runtimeClass(reader: Pick<SteppedReader, 'readInSteps'>, { groups }: Vocabulary): AdmissionPlugin {
  const classes = { group: groups.node, resource: 'runtimeclasses' };
  const classOf = function* (
    a: AdmissionAttributes,
    { runtimeClassName: name }: PodSpec,
  ): Generator<undefined, RuntimeClass | undefined> {
    if (name === undefined) return undefined;
    const found = yield* reader.readInSteps(classes, '', name);
    if (!found) throw forbidden(a, `pod rejected: RuntimeClass ${JSON.stringify(name)} not found`);
    return found as RuntimeClass;
  };
  const mutated = function* (a: AdmissionAttributes): Generator<undefined, ApiObject> {
    const { spec } = a.object as Pod;
    const requested = spec && (yield* classOf(a, spec));
    if (!requested) return a.object!;
    const fault = overheadFault(spec, requested) ?? additionFault(requested) ?? selectorFault(spec, requested);
    if (fault !== undefined) throw forbidden(a, fault);
    return { ...a.object!, spec: withScheduling(withOverhead(spec, requested), requested) };
  };
  const validated = function* (a: AdmissionAttributes): Generator<undefined, void> {
    const { spec } = a.object as Pod;
    const fault = spec && finalOverheadFault(spec, yield* classOf(a, spec));
    if (fault !== undefined) throw forbidden(a, fault);
  };
  const workOf = (a: AdmissionAttributes) => () => ({ flow: flowOf(a.user) });
  return {
    name: 'RuntimeClass',
    handles: ({ operation, subresource, definition: { gvr } }) =>
      operation === 'CREATE' && subresource === '' && gvr.resource === 'pods' && gvr.group === '',
    mutate: (a) => atOnceOrInTurns(mutated(a), workOf(a)),
    validate: (a) => atOnceOrInTurns(validated(a), workOf(a)),
  };
}
