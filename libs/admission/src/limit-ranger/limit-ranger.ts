import type { LimitRange, LimitRangeItem, PersistentVolumeClaim, Pod } from '@orch/api';
import { aggregatedText, type ApiObject } from '@orch/apimachinery';
import { atOnceOrInTurns, flowOf } from '@orch/http';
import type { AdmissionAttributes, SteppedReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { forbidden } from '../forbidden.js';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { ContainerDefaults } from './container-defaults.js';
import { withDefaultResources } from './default-resources.js';
import { claimFaults, podFaults } from './limit-faults.js';

const RANGES = { group: '', resource: 'limitranges' };

/**
 * Sets default requests and limits of pods from the limit ranges of their namespace, and validates pods and claims against these ranges
 * (D-174). Container resources change only through `resize`, so other pod updates are not validated.
 */
export function limitRanger(reader: SteppedReader, { annotations }: Vocabulary): AdmissionPlugin {
  const visitItems = (a: AdmissionAttributes, visit: (item: LimitRangeItem) => void): Generator<undefined, void> =>
    reader.visitInSteps(RANGES, a.namespace, (range) => {
      for (const item of (range as LimitRange).spec?.limits ?? []) visit(item);
    });
  const mutated = function* (a: AdmissionAttributes): Generator<undefined, ApiObject> {
    const defaults = new ContainerDefaults();
    yield* visitItems(a, (item) => defaults.add(item));
    const pod = withDefaultResources(a.object as Pod, defaults, annotations.limitRanger);
    if (!pod) throw forbidden(a, 'the limit ranges of the namespace have more defaults than a pod may list');
    return pod;
  };
  const validated = function* (a: AdmissionAttributes): Generator<undefined, void> {
    const items: LimitRangeItem[] = [];
    yield* visitItems(a, (item) => items.push(item));
    if (items.length > 0) yield* refuseFaults(a, items);
  };
  const workOf = (a: AdmissionAttributes) => () => ({ flow: flowOf(a.user) });
  return {
    name: 'LimitRanger',
    handles: (a) =>
      a.definition.gvr.group === '' &&
      (a.subresource === 'resize'
        ? a.operation === 'UPDATE' && isOf(a, 'pods')
        : a.subresource === '' &&
          ((a.operation === 'CREATE' && (isOf(a, 'pods') || isOf(a, 'persistentvolumeclaims'))) ||
            (a.operation === 'UPDATE' && isOf(a, 'persistentvolumeclaims')))),
    mutate: (a) => (isOf(a, 'pods') ? atOnceOrInTurns(mutated(a), workOf(a)) : a.object!),
    validate: (a) => atOnceOrInTurns(validated(a), workOf(a)),
  };
}

/** @throws ApiError Forbidden with all amounts that violate a range. */
function* refuseFaults(a: AdmissionAttributes, items: readonly LimitRangeItem[]): Generator<undefined, void> {
  const faults = isOf(a, 'pods')
    ? yield* podFaults(a.object as Pod, items)
    : yield* claimFaults(a.object as PersistentVolumeClaim, items);
  if (faults.length === 0) return;
  const why = aggregatedText(faults);
  throw forbidden(a, why);
}

const isOf = ({ definition }: AdmissionAttributes, resource: string): boolean => definition.gvr.resource === resource;
