import type { LimitRange, LimitRangeItem, PersistentVolumeClaim, Pod } from '@orch/api';
import { aggregatedText, type ApiObject } from '@orch/apimachinery';
import { atOnceOrInTurns, flowOf } from '@orch/http';
import type { AdmissionAttributes, SteppedReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { forbidden } from '../forbidden.js';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { withDefaultResources } from './default-resources.js';
import { claimFaults, podFaults } from './limit-faults.js';

const RANGES = { group: '', resource: 'limitranges' };

/**
 * Sets default requests and limits of pods from the limit ranges of their namespace, and validates pods and claims against these ranges
 * (D-174). Container resources change only through `resize`, so other pod updates are not validated.
 */
export function limitRanger(reader: SteppedReader, { annotations }: Vocabulary): AdmissionPlugin {
  const itemsFor = function* ({ namespace }: AdmissionAttributes): Generator<undefined, readonly LimitRangeItem[]> {
    const items: LimitRangeItem[] = [];
    yield* reader.visitInSteps(RANGES, namespace, (range) => {
      for (const item of (range as LimitRange).spec?.limits ?? []) items.push(item);
    });
    return items;
  };
  const read = (a: AdmissionAttributes) => atOnceOrInTurns(itemsFor(a), () => ({ flow: flowOf(a.user) }));
  const mutated = (a: AdmissionAttributes, items: readonly LimitRangeItem[]): ApiObject => {
    const pod = withDefaultResources(a.object as Pod, items, annotations.limitRanger);
    if (!pod) throw forbidden(a, 'the limit ranges of the namespace have more defaults than a pod may list');
    return pod;
  };
  return {
    name: 'LimitRanger',
    handles: (a) =>
      a.definition.gvr.group === '' &&
      (a.subresource === 'resize'
        ? a.operation === 'UPDATE' && isOf(a, 'pods')
        : a.subresource === '' &&
          ((a.operation === 'CREATE' && (isOf(a, 'pods') || isOf(a, 'persistentvolumeclaims'))) ||
            (a.operation === 'UPDATE' && isOf(a, 'persistentvolumeclaims')))),
    mutate: (a) => {
      if (!isOf(a, 'pods')) return a.object!;
      const items = read(a);
      return items instanceof Promise ? items.then((all) => mutated(a, all)) : mutated(a, items);
    },
    validate: (a) => {
      const items = read(a);
      return items instanceof Promise ? items.then((all) => refuseFaults(a, all)) : refuseFaults(a, items);
    },
  };
}

/** @throws ApiError Forbidden with all amounts that violate a range. */
function refuseFaults(a: AdmissionAttributes, items: readonly LimitRangeItem[]): void {
  if (items.length === 0) return;
  const faults = isOf(a, 'pods')
    ? podFaults(a.object as Pod, items)
    : claimFaults(a.object as PersistentVolumeClaim, items);
  if (faults.length === 0) return;
  const why = aggregatedText(faults);
  throw forbidden(a, why);
}

const isOf = ({ definition }: AdmissionAttributes, resource: string): boolean => definition.gvr.resource === resource;
