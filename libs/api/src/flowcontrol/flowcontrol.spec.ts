import type { ApiObject } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { compileKinds } from '../definition/compile-kinds.js';
import { KindTestHarness } from '../kind-test-harness/kind-test-harness.fixture.js';
import { flowcontrolKinds } from './flowcontrol.kinds.js';

const subject = { kind: 'User', user: { name: 'u' } };
const resource = { verbs: ['get'], apiGroups: [''], resources: ['pods'], namespaces: ['*'] };
const path = { verbs: ['get'], nonResourceURLs: ['/healthz/*'] };
const schema = (fields: object = {}) => ({
  spec: { priorityLevelConfiguration: { name: 'level' }, ...fields },
});
const rules = (fields: object) => schema({ rules: [{ subjects: [subject], resourceRules: [resource], ...fields }] });
const who = (...subjects: object[]) => rules({ subjects });
const on = (fields: object) => rules({ resourceRules: [{ ...resource, ...fields }] });
const to = (...nonResourceURLs: string[]) => rules({ nonResourceRules: [{ ...path, nonResourceURLs }] });

describe('flow schemas', () => {
  const harness = new KindTestHarness('FlowSchema');
  const cases: [name: string, body: object, want: string[]][] = [
    ['without rules', schema(), []],
    ['with all kinds of rules', rules({ nonResourceRules: [path] }), []],
    ['a level is named', { spec: {} }, ['spec.priorityLevelConfiguration.name FieldValueRequired']],
    ['before all', schema({ matchingPrecedence: -1 }), ['spec.matchingPrecedence FieldValueInvalid']],
    ['after all', schema({ matchingPrecedence: 10_001 }), ['spec.matchingPrecedence FieldValueInvalid']],
    ['first', schema({ matchingPrecedence: 1 }), ['spec.matchingPrecedence FieldValueInvalid']],
    [
      'mandatory, with another spec',
      { metadata: { name: 'exempt' }, ...schema({ matchingPrecedence: 1 }) },
      ['spec FieldValueInvalid'],
    ],
    [
      'an unknown distinguisher',
      schema({ distinguisherMethod: { type: 'ByMoon' } }),
      ['spec.distinguisherMethod.type FieldValueNotSupported'],
    ],
    ['no subjects', who(), ['spec.rules[0].subjects FieldValueRequired']],
    ['no rules', rules({ resourceRules: [] }), ['spec.rules[0] FieldValueRequired']],
    ['an unknown subject kind', who({ kind: 'Robot' }), ['spec.rules[0].subjects[0].kind FieldValueNotSupported']],
    [
      'a user that is none',
      who({ kind: 'User' }, { kind: 'User', user: {} }),
      ['spec.rules[0].subjects[0].user FieldValueRequired', 'spec.rules[0].subjects[1].user.name FieldValueRequired'],
    ],
    [
      'a user that is a group',
      who({ ...subject, group: { name: 'g' } }),
      ['spec.rules[0].subjects[0].group FieldValueForbidden'],
    ],
    ['a group', who({ kind: 'Group', group: { name: 'g' } }), []],
    [
      'service accounts',
      who(
        { kind: 'ServiceAccount', serviceAccount: { name: '*', namespace: 'n' } },
        { kind: 'ServiceAccount', serviceAccount: { name: 'A', namespace: 'N' } },
        { kind: 'ServiceAccount', serviceAccount: {} },
      ),
      [
        'spec.rules[0].subjects[1].serviceAccount.name FieldValueInvalid',
        'spec.rules[0].subjects[1].serviceAccount.namespace FieldValueInvalid',
        'spec.rules[0].subjects[2].serviceAccount.name FieldValueRequired',
        'spec.rules[0].subjects[2].serviceAccount.namespace FieldValueRequired',
      ],
    ],
    [
      'a rule of nothing',
      on({ verbs: [], apiGroups: [], resources: [], namespaces: [] }),
      ['verbs', 'apiGroups', 'resources', 'namespaces'].map(
        (field) => `spec.rules[0].resourceRules[0].${field} FieldValueRequired`,
      ),
    ],
    [
      'everything and more',
      on({ verbs: ['*', 'get'], apiGroups: ['*', ''], resources: ['*', 'a'], namespaces: ['*', 'n'] }),
      ['verbs', 'apiGroups', 'resources', 'namespaces'].map(
        (field) => `spec.rules[0].resourceRules[0].${field} FieldValueInvalid`,
      ),
    ],
    ['an unknown verb', on({ verbs: ['jump'] }), ['spec.rules[0].resourceRules[0].verbs FieldValueNotSupported']],
    ['a bad namespace', on({ namespaces: ['N'] }), ['spec.rules[0].resourceRules[0].namespaces[0] FieldValueInvalid']],
    ['of the cluster', on({ namespaces: [], clusterScope: true }), []],
    ['all paths', to('*'), []],
    ['good paths', to('/', '/a', '/a/*'), []],
    [
      'bad paths',
      to('', 'a', '/a b', '/a//b', '/a*', '/*/a/*'),
      [0, 1, 2, 3, 4, 5].map((i) => `spec.rules[0].nonResourceRules[0].nonResourceURLs[${i}] FieldValueInvalid`),
    ],
  ];
  for (const [name, body, want] of cases) it(name, () => expect(harness.create(body)).toEqual(want));

  it('have a default precedence', () =>
    expect(harness.made(schema())['spec']).toMatchObject({ matchingPrecedence: 1_000 }));

  it('has one status condition of each type', () => {
    const current = harness.made(schema());
    const reported = (...types: string[]) =>
      harness.written('status', current, { ...current, status: { conditions: types.map((type) => ({ type })) } })
        .errors;
    expect([reported('Dangling'), reported('Dangling', 'Dangling')]).toEqual([
      [],
      ['status.conditions[1].type FieldValueDuplicate'],
    ]);
  });
});

describe('priority levels', () => {
  const harness = new KindTestHarness('PriorityLevelConfiguration');
  const limited = (fields: object = {}) => ({
    spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' }, ...fields } },
  });
  const queue = (queuing: object) => limited({ limitResponse: { type: 'Queue', queuing } });
  const at = (field: string) => `spec.limited.${field}`;
  const cases: [name: string, body: object, want: string[]][] = [
    ['limited', limited(), []],
    ['queued, with what is filled in', queue({}), []],
    ['of no type', { spec: {} }, ['spec.type FieldValueNotSupported']],
    ['limited by nothing', { spec: { type: 'Limited' } }, ['spec.limited FieldValueRequired']],
    ['exempt by another name', { spec: { type: 'Exempt' } }, ['spec.type FieldValueInvalid']],
    ['exempt', { metadata: { name: 'exempt' }, spec: { type: 'Exempt', exempt: {} } }, []],
    [
      'exempt and limited',
      { metadata: { name: 'exempt' }, spec: { ...limited().spec, type: 'Exempt', exempt: { lendablePercent: 101 } } },
      ['spec.limited FieldValueForbidden', 'spec.exempt.lendablePercent FieldValueInvalid', 'spec FieldValueInvalid'],
    ],
    ['limited and exempt', { spec: { ...limited().spec, exempt: {} } }, ['spec.exempt FieldValueForbidden']],
    [
      'odd shares',
      limited({ nominalConcurrencyShares: -1, lendablePercent: -1, borrowingLimitPercent: -1 }),
      ['nominalConcurrencyShares', 'lendablePercent', 'borrowingLimitPercent'].map((f) => `${at(f)} FieldValueInvalid`),
    ],
    ['no shares', limited({ nominalConcurrencyShares: 0 }), []],
    ['no response', limited({ limitResponse: {} }), [`${at('limitResponse.type')} FieldValueNotSupported`]],
    [
      'an odd response',
      limited({ limitResponse: { type: 'Sing' } }),
      [`${at('limitResponse.type')} FieldValueNotSupported`],
    ],
    [
      'rejected into queues',
      limited({ limitResponse: { type: 'Reject', queuing: {} } }),
      [`${at('limitResponse.queuing')} FieldValueForbidden`],
    ],
    [
      'queued nowhere',
      limited({ limitResponse: { type: 'Queue' } }),
      [`${at('limitResponse.queuing')} FieldValueRequired`],
    ],
    [
      'odd queues',
      queue({ queues: -1, handSize: -1, queueLengthLimit: -1 }),
      ['queueLengthLimit', 'queues', 'handSize'].map((f) => `${at(`limitResponse.queuing.${f}`)} FieldValueInvalid`),
    ],
    [
      'too many queues',
      queue({ queues: 10_000_001, handSize: 1 }),
      [`${at('limitResponse.queuing.queues')} FieldValueInvalid`],
    ],
    [
      'a hand larger than the deck',
      queue({ queues: 2 }),
      [`${at('limitResponse.queuing.handSize')} FieldValueInvalid`],
    ],
    [
      'a hand of too many bits',
      queue({ queues: 1_024, handSize: 7 }),
      [`${at('limitResponse.queuing.handSize')} FieldValueInvalid`],
    ],
    ['a hand of just enough', queue({ queues: 1_024, handSize: 6 }), []],
  ];
  for (const [name, body, want] of cases) it(name, () => expect(harness.create(body)).toEqual(want));

  it('sets defaults', () =>
    expect(harness.made(queue({}))['spec']).toEqual({
      type: 'Limited',
      limited: {
        nominalConcurrencyShares: 30,
        lendablePercent: 0,
        limitResponse: { type: 'Queue', queuing: { queues: 64, handSize: 8, queueLengthLimit: 50 } },
      },
    }));

  const versions: [version: string, field: string][] = [
    ['v1beta1', 'assuredConcurrencyShares'],
    ['v1beta2', 'assuredConcurrencyShares'],
    ['v1beta3', 'nominalConcurrencyShares'],
  ];
  for (const [version, field] of versions) {
    it(`shares are ${field} in ${version}`, () => {
      const definition = compileKinds(flowcontrolKinds, vocabularies.orch).find(
        (d) => d.gvk.kind === 'PriorityLevelConfiguration' && d.gvk.version === version,
      )!;
      const stored = harness.made(limited({ nominalConcurrencyShares: 7 }));
      const shown = definition.conversion!.fromStored(stored);
      expect((shown['spec'] as { limited: object }).limited).toHaveProperty(field, 7);
      const report = { unknownFields: [], duplicateFields: [] };
      const read = definition.schema.decode(shown, report) as unknown as ApiObject;
      expect(report.unknownFields).toEqual([]);
      expect(definition.conversion!.toStored(read)['spec']).toEqual(stored['spec']);
    });
  }
});
