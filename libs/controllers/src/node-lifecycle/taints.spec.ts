import { formatTime } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import type { Node, Taint } from '../shared/node.js';
import { missingOldLabels } from './old-labels.js';
import { changedTaints, schedulingTaints } from './taints.js';

const { taints: names, labels } = vocabularies.orch;
const NOW = Date.UTC(2024, 0, 1);
const timeAdded = formatTime(NOW);
const node = (conditions: Record<string, string>, taints: Taint[] = [], unschedulable = false): Node => ({
  metadata: { name: 'n' },
  spec: { taints, unschedulable },
  status: { conditions: Object.entries(conditions).map(([type, status]) => ({ type, status })) },
});
const no = (key: string): Taint => ({ key, effect: 'NoSchedule' });

describe('taints that keep new pods away', () => {
  const cases: [name: string, node: Node, want: Taint[] | undefined][] = [
    ['of a ready node: none', node({ Ready: 'True' }), undefined],
    ['not ready', node({ Ready: 'False' }), [no(names.nodeNotReady)]],
    [
      'unreachable instead of not ready',
      node({ Ready: 'Unknown' }, [no(names.nodeNotReady)]),
      [no(names.nodeUnreachable)],
    ],
    ['gone with the failure', node({ Ready: 'True' }, [no(names.nodeUnreachable)]), []],
    [
      'of each pressure',
      node({ MemoryPressure: 'True', DiskPressure: 'True', PIDPressure: 'True', NetworkUnavailable: 'True' }),
      [names.memoryPressure, names.diskPressure, names.pidPressure, names.networkUnavailable].map(no),
    ],
    [
      'not of one that is unknown',
      node({ MemoryPressure: 'Unknown', DiskPressure: 'False' }, [no(names.diskPressure)]),
      [],
    ],
    ['unschedulable', node({ Ready: 'True' }, [], true), [no(names.unschedulable)]],
    ['schedulable again', node({ Ready: 'True' }, [no(names.unschedulable)]), []],
    ['there already', node({ Ready: 'False' }, [{ ...no(names.nodeNotReady), value: 'x' }]), undefined],
    [
      'others and those of another effect stay',
      node({ Ready: 'False' }, [no('own'), { key: names.nodeUnreachable, effect: 'NoExecute' }]),
      [no('own'), { key: names.nodeUnreachable, effect: 'NoExecute' }, no(names.nodeNotReady)],
    ],
    ['conditions that are not of the node agent', node({ Own: 'True' }), undefined],
    ['no status', { metadata: { name: 'n' } }, undefined],
  ];
  it.each(cases)('%s', (_name, given, want) => {
    const before = given.spec?.taints ?? [];
    const added = (taint: Taint): Taint =>
      before.some(({ key, effect }) => key === taint.key && effect === taint.effect) ? taint : { ...taint, timeAdded };
    expect(changedTaints(given, schedulingTaints(given, names), NOW)).toEqual(want?.map(added));
  });
});

describe('old names of labels', () => {
  const labelled = (own: Record<string, string>): Node => ({ metadata: { name: 'n', labels: own } });
  const cases: [name: string, labels: Record<string, string>, want: Record<string, string> | undefined][] = [
    [
      'are added',
      { [labels.os]: 'linux', [labels.arch]: 'arm64' },
      { 'beta.orch.io/os': 'linux', 'beta.orch.io/arch': 'arm64' },
    ],
    ['are corrected', { [labels.os]: 'linux', 'beta.orch.io/os': 'windows' }, { 'beta.orch.io/os': 'linux' }],
    ['are right', { [labels.os]: 'linux', 'beta.orch.io/os': 'linux' }, undefined],
    ['stay without the new ones', { 'beta.orch.io/os': 'linux' }, undefined],
    ['are not made for zones', { [labels.zone]: 'a' }, undefined],
    ['no labels', {}, undefined],
  ];
  it.each(cases)('%s', (_name, own, want) => expect(missingOldLabels(labelled(own), labels)).toEqual(want));
});
