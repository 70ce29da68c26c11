import type { Pod, Toleration } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { attributesOf, namespaceReader } from '../attributes.fixture.js';
import { extendedResourceToleration } from './extended-resource-toleration.js';
import { LabelMapError, readLabelMap } from './label-map.js';
import { NO_NODE_SELECTORS, podNodeSelector } from './pod-node-selector.js';
import { podTolerationRestriction } from './pod-toleration-restriction.js';

const vocabulary = vocabularies.kubernetes;
const { annotations } = vocabulary;
const exists = (key: string, more: object = {}): Toleration => ({ key, operator: 'Exists', ...more });

describe('readLabelMap', () => {
  it.each<[text: string, want: Record<string, string>]>([
    ['', {}],
    ['a=b', { a: 'b' }],
    [' a = b , c= ', { a: 'b', c: '' }],
    ['a=b,a=c', { a: 'c' }],
  ])('%j', (text, want) => expect(Object.fromEntries(readLabelMap(text))).toEqual(want));
  it.each([
    ['a', 'invalid selector: [a]'],
    ['a=b,', 'invalid selector: []'],
    ['a=b=c', 'invalid selector: [a b c]'],
    ['x=y z', '[x]: Invalid value: "y z": a valid label must be an empty string or consist of'],
    ['=a', '<nil>: Invalid value: "": name part must be non-empty'],
  ])('%j is none', (text, message) => {
    expect(() => readLabelMap(text)).toThrow(LabelMapError);
    expect(() => readLabelMap(text)).toThrow(message);
  });
});

describe('PodNodeSelector', () => {
  const podOf = (nodeSelector?: object) => attributesOf({ spec: nodeSelector ? { nodeSelector } : {} });
  it('answers 500 without reason where the annotation is not a selector', () => {
    const reader = namespaceReader({ annotations: { [annotations.nodeSelector]: 'x' } });
    const plugin = podNodeSelector(reader, vocabulary, NO_NODE_SELECTORS);
    const failure = (): ApiObject => {
      try {
        void plugin.validate!(podOf());
      } catch (error) {
        return (error as { toStatus: () => ApiObject }).toStatus();
      }
      throw new Error('admitted');
    };
    expect(failure()).toMatchObject({ code: 500, message: 'invalid selector: [x]' });
    expect(failure()).not.toHaveProperty('reason');
  });
  it('an empty annotation replaces the default', () => {
    const defaults = { ...NO_NODE_SELECTORS, clusterDefault: new Map([['a', 'b']]) };
    const reader = namespaceReader({ annotations: { [annotations.nodeSelector]: '' } });
    const a = podOf({ own: 'x' });
    expect(podNodeSelector(reader, vocabulary, defaults).mutate!(a)).toBe(a.object);
  });
  it('handles new pods only', () => {
    const { handles } = podNodeSelector(namespaceReader(), vocabulary, NO_NODE_SELECTORS);
    expect([handles(podOf()), handles({ ...podOf(), operation: 'UPDATE' })]).toEqual([true, false]);
  });
});

describe('PodTolerationRestriction', () => {
  const cluster = { defaults: [exists('cluster')], allowed: [] };
  const plugin = (metadata?: object) => podTolerationRestriction(namespaceReader(metadata), vocabulary, cluster);
  const tolerations = (a: ReturnType<typeof attributesOf>, metadata?: object) =>
    (plugin(metadata).mutate!(a) as Pod).spec!.tolerations;
  const pressure = exists('node.kubernetes.io/memory-pressure', { effect: 'NoSchedule' });
  const requesting = { containers: [{ name: 'c', resources: { requests: { cpu: '1' } } }] };

  it('adds the toleration of memory pressure to pods that request something, also in updates', () => {
    const a = attributesOf({ spec: requesting });
    expect(tolerations(a)).toEqual([exists('cluster'), pressure]);
    expect(tolerations({ ...a, operation: 'UPDATE', oldObject: a.object })).toEqual([pressure]);
  });
  it('takes the defaults of the namespace in the place of those of the cluster, also none', () => {
    const a = attributesOf({ spec: { containers: [] } });
    const of = (text: string) => tolerations(a, { annotations: { [annotations.defaultTolerations]: text } });
    expect([of(''), of('[{"key":"own","operator":"Exists"}]')]).toEqual([undefined, [exists('own')]]);
  });
  it('leaves out what another toleration includes', () => {
    const a = attributesOf({ spec: { containers: [], tolerations: [{ operator: 'Exists' }] } });
    expect(tolerations(a)).toEqual([{ operator: 'Exists' }]);
  });
  it.each(['[{', '{}', '[1]', '[{"key":1}]', '[{"tolerationSeconds":"5"}]'])('refuses the annotation %j', (text) => {
    const metadata = { annotations: { [annotations.defaultTolerations]: text } };
    expect(() => plugin(metadata).mutate!(attributesOf({ spec: { containers: [] } }))).toThrow(
      `annotation ${annotations.defaultTolerations} of the namespace: `,
    );
  });
});

describe('ExtendedResourceToleration', () => {
  const { mutate } = extendedResourceToleration(vocabulary);
  const requests = (...names: string[]) => ({
    name: 'c',
    resources: { requests: Object.fromEntries(names.map((name) => [name, '1'])) },
  });
  const noSchedule = { effect: 'NoSchedule' };
  it('adds one for each device of all containers, by name', () => {
    const spec = {
      initContainers: [requests('b.com/x')],
      containers: [requests('a.com/x', 'cpu'), requests('b.com/x')],
    };
    expect((mutate!(attributesOf({ spec })) as Pod).spec!.tolerations).toEqual([
      exists('a.com/x', noSchedule),
      exists('b.com/x', noSchedule),
    ]);
  });
  it('replaces the same toleration in its place', () => {
    const before = [exists('a.com/x', { ...noSchedule, value: '' }), exists('z')];
    const spec = { containers: [requests('a.com/x')], tolerations: before };
    const { tolerations } = (mutate!(attributesOf({ spec })) as Pod).spec!;
    expect(tolerations).toEqual([exists('a.com/x', noSchedule), exists('z')]);
  });
  it('leaves a pod without devices', () => {
    const a = attributesOf({ spec: { containers: [requests('cpu', 'kubernetes.io/x')] } });
    expect(mutate!(a)).toBe(a.object);
  });
});
