import type { ResourceDefinition } from '@orch/api';
import { ApiError, type ApiObject } from '@orch/apimachinery';
import type { AdmissionAttributes, ExtractReader } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { extractReader } from './attributes.fixture.js';
import { priority } from './priority.js';

const vocabulary = vocabularies.orch;
const pc = (name: string, fields: object): ApiObject => ({ metadata: { name }, ...fields });
const CLASSES = [pc('high', { value: 9, preemptionPolicy: 'Never' }), pc('all', { value: 3, globalDefault: true })];

const plugin = (classes: readonly ApiObject[] = CLASSES) =>
  priority(
    extractReader(() => classes),
    vocabulary,
  );
const attributes = (gvr: object, operation: 'CREATE' | 'UPDATE', object: object, oldObject?: object) =>
  ({
    definition: { gvr: { version: 'v1', ...gvr } } as ResourceDefinition,
    ...{ operation, object, oldObject, subresource: '', name: 'x' },
  }) as AdmissionAttributes;
const pod = (spec: object, old?: object) =>
  attributes({ group: '', resource: 'pods' }, old ? 'UPDATE' : 'CREATE', { metadata: {}, spec }, old && { spec: old });
const priorityClass = (name: string, operation: 'CREATE' | 'UPDATE') => ({
  ...attributes(
    { group: vocabulary.groups.scheduling, resource: 'priorityclasses' },
    operation,
    pc(name, { globalDefault: true }),
  ),
  name,
});
const spec = (a: AdmissionAttributes, classes?: readonly ApiObject[]) =>
  (plugin(classes).mutate!(a) as ApiObject)['spec'];

describe('Priority', () => {
  it('D-178 a pod gets the value of its class', () =>
    expect(spec(pod({ priorityClassName: 'high' }))).toEqual({
      priorityClassName: 'high',
      priority: 9,
      preemptionPolicy: 'Never',
    }));

  it('D-178 a pod without a class gets the value of the global default class, or zero', () => {
    expect(spec(pod({}))).toEqual({ priorityClassName: 'all', priority: 3, preemptionPolicy: 'PreemptLowerPriority' });
    expect(spec(pod({}), [])).toEqual({ priority: 0, preemptionPolicy: 'PreemptLowerPriority' });
  });

  const refused: [name: string, spec: object, text: string][] = [
    ['an unknown class', { priorityClassName: 'none' }, 'no PriorityClass with name none was found'],
    ['another number', { priorityClassName: 'high', priority: 1 }, 'the integer value of priority (1) must not'],
    ['another policy', { preemptionPolicy: 'Never' }, 'the string value of PreemptionPolicy (Never) must not'],
  ];
  for (const [name, body, text] of refused)
    it(`D-178 ${name} is refused`, () => {
      expect(() => spec(pod(body))).toThrow(expect.objectContaining({ reason: 'Forbidden' }));
      expect(() => spec(pod(body))).toThrow(text);
    });

  it('a damaged class refuses pods that may need it only: of another class they are accepted', () => {
    const damage = new ApiError('InternalError', 'the stored value is damaged');
    const readsDamage: ExtractReader = {
      *extractsInSteps(resource, extract, onDamaged) {
        onDamaged!(damage);
        return yield* extractReader(() => CLASSES).extractsInSteps(resource, extract);
      },
    };
    const admit = (body: object) => (priority(readsDamage, vocabulary).mutate!(pod(body)) as ApiObject)['spec'];
    expect(admit({ priorityClassName: 'high' })).toMatchObject({ priority: 9 });
    for (const body of [{}, { priorityClassName: 'none' }]) expect(() => admit(body)).toThrow(damage);
  });

  it('accepts a priority equal to the value of the class', () =>
    expect(spec(pod({ priorityClassName: 'high', priority: 9, preemptionPolicy: 'Never' }))).toMatchObject({
      priority: 9,
    }));

  it('an update that omits priority and policy keeps both', () => {
    const old = { priority: 9, preemptionPolicy: 'Never' };
    expect(spec(pod({ nodeName: 'n' }, old))).toEqual({ nodeName: 'n', ...old });
    expect(spec(pod({ priority: 1, preemptionPolicy: 'x' }, old))).toEqual({ priority: 1, preemptionPolicy: 'x' });
  });

  it('rejects a second global default class', () => {
    const { validate } = plugin();
    expect(() => validate!(priorityClass('other', 'CREATE'))).toThrow('PriorityClass all is already marked as default');
    expect(() => validate!(priorityClass('other', 'UPDATE'))).toThrow('Only one default can exist');
    expect(() => validate!(priorityClass('all', 'UPDATE'))).not.toThrow();
    expect(() => plugin([]).validate!(priorityClass('other', 'CREATE'))).not.toThrow();
  });

  it('handles pods and priority classes only', () => {
    const { handles } = plugin();
    const status = { ...pod({}), subresource: 'status' };
    expect([
      handles(pod({})),
      handles(status),
      handles(attributes({ group: '', resource: 'secrets' }, 'CREATE', {})),
    ]).toEqual([true, false, false]);
  });
});
