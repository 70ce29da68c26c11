import type { LimitRange, LimitRangeItem, PersistentVolumeClaim, Pod } from '@orch/api';
import { ApiError, type ApiObject } from '@orch/apimachinery';
import { atOnceOrInTurns, flowOf } from '@orch/http';
import type { AdmissionAttributes, SteppedReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { withDefaultResources } from './default-resources.js';
import { claimFaults, podFaults } from './limit-faults.js';

const RANGES = { group: '', resource: 'limitranges' };

/**
 * Pods get the amounts that the limit ranges of their namespace give by default, and neither pods nor claims may ask for more or less than those
 * allow (D-174). Amounts of containers change later by `resize` alone, so of other updates of pods nothing is judged.
 */
export function limitRanger(reader: SteppedReader, { annotations }: Vocabulary): AdmissionPlugin {
  const rangesFor = ({ namespace, user }: AdmissionAttributes) =>
    atOnceOrInTurns(reader.readAllInSteps(RANGES, namespace), { flow: flowOf(user) });
  const mutated = (a: AdmissionAttributes, ranges: readonly ApiObject[]): ApiObject =>
    withDefaultResources(a.object as Pod, itemsOf(ranges), annotations.limitRanger);
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
      const ranges = rangesFor(a);
      return ranges instanceof Promise ? ranges.then((read) => mutated(a, read)) : mutated(a, ranges);
    },
    validate: (a) => {
      const ranges = rangesFor(a);
      return ranges instanceof Promise ? ranges.then((read) => refuseFaults(a, read)) : refuseFaults(a, ranges);
    },
  };
}

/** @throws ApiError Forbidden with all amounts that a range does not allow. */
function refuseFaults(a: AdmissionAttributes, ranges: readonly ApiObject[]): void {
  const items = itemsOf(ranges);
  if (items.length === 0) return;
  const faults = isOf(a, 'pods')
    ? podFaults(a.object as Pod, items)
    : claimFaults(a.object as PersistentVolumeClaim, items);
  if (faults.length === 0) return;
  const why = faults.length === 1 ? faults[0]! : `[${faults.join(', ')}]`;
  throw ApiError.forbidden({ group: '', resource: a.definition.gvr.resource, name: a.name }, why);
}

const itemsOf = (ranges: readonly ApiObject[]): LimitRangeItem[] =>
  ranges.flatMap((range) => (range as LimitRange).spec?.limits ?? []);

const isOf = ({ definition }: AdmissionAttributes, resource: string): boolean => definition.gvr.resource === resource;
