import type { ResourceDefinition } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { AdmissionAttributes } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { extractReader } from './attributes.fixture.js';
import { defaultIngressClass } from './default-ingress-class.js';

const vocabulary = vocabularies.orch;
const ingressClass = (name: string, isDefault: string, creationTimestamp: string): ApiObject => ({
  metadata: { name, creationTimestamp, annotations: { 'ingressclass.orch.io/is-default-class': isDefault } },
});
const OLD = ingressClass('old', 'true', '2024-01-01T00:00:00Z');
const B = ingressClass('b', 'true', '2024-02-01T00:00:00Z');
const A = ingressClass('a', 'true', '2024-02-01T00:00:00Z');
const UNMARKED = ingressClass('unmarked', 'false', '2024-03-01T00:00:00Z');

const pluginWith = (...classes: ApiObject[]) =>
  defaultIngressClass(
    extractReader(({ group, resource }) =>
      group === vocabulary.groups.networking && resource === 'ingressclasses' ? classes : [],
    ),
    vocabulary,
  );
const write = (object: object, change: object = {}): AdmissionAttributes =>
  ({
    definition: { gvr: { group: 'networking.orch.io', version: 'v1', resource: 'ingresses' } } as ResourceDefinition,
    ...{ operation: 'CREATE', subresource: '', name: 'x', object },
    ...change,
  }) as AdmissionAttributes;
const PLAIN = { metadata: { name: 'x' }, spec: { rules: [] } };
const classSet = (...classes: ApiObject[]): unknown =>
  (pluginWith(...classes).mutate!(write(PLAIN)) as ApiObject)['spec'];

describe('DefaultIngressClass', () => {
  it('D-183 sets the class that is marked as default', () =>
    expect(classSet(UNMARKED, OLD)).toEqual({ rules: [], ingressClassName: 'old' }));

  it('D-183 sets the newest of several default classes, then the first by name', () => {
    for (const classes of [
      [OLD, B, A],
      [A, B, OLD],
    ])
      expect(classSet(...classes)).toMatchObject({ ingressClassName: 'a' });
  });

  it.each([
    ['without a default class', PLAIN, [UNMARKED]],
    ['with a class', { ...PLAIN, spec: { ingressClassName: 'own' } }, [OLD]],
    ['with an empty class', { ...PLAIN, spec: { ingressClassName: '' } }, [OLD]],
    ['with the annotation', { metadata: { annotations: { 'orch.io/ingress.class': '' } }, spec: {} }, [OLD]],
  ])('keeps an Ingress %s', (_name, object, classes) => {
    const attributes = write(object);
    expect(pluginWith(...classes).mutate!(attributes)).toBe(attributes.object);
  });

  it('handles creates of ingresses only', () => {
    const { handles } = pluginWith();
    expect(handles(write(PLAIN))).toBe(true);
    expect(handles(write(PLAIN, { operation: 'UPDATE' }))).toBe(false);
    expect(handles(write(PLAIN, { subresource: 'status' }))).toBe(false);
    expect(handles(write(PLAIN, { definition: { gvr: { group: '', resource: 'ingresses' } } }))).toBe(false);
    expect(handles(write(PLAIN, { definition: { gvr: { group: 'networking.orch.io', resource: 'x' } } }))).toBe(false);
  });
});
