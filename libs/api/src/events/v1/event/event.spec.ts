import { vocabularies } from '@orch/vocabulary';
import fc from 'fast-check';
import { compileKinds } from '../../../definition/compile-kinds.js';
import { jsonFieldsOf } from '../../../definition/decorators.js';
import { ReleaseGates } from '../../../features/feature-gates.js';
import { builtinKinds } from '../../../kinds.js';
import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';
import { eventConversion } from './event.conversion.js';
import { newerEventKind } from './event.kind.js';

const definition = compileKinds(builtinKinds, vocabularies.orch).find(
  ({ gvk, conversion }) => gvk.kind === 'Event' && conversion !== undefined,
)!;
const stored = new KindTestHarness('Event');
const names = ['kind', 'apiVersion', ...jsonFieldsOf(newerEventKind.type).map((field) => field.name)];

describe('events of both groups', () => {
  it('round-trips', () =>
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.jsonValue().filter(Boolean)), (fields) => {
        const event = { ...fields, metadata: { name: 'e' } };
        expect(eventConversion.fromStored(eventConversion.toStored(event))).toEqual(event);
      }),
    ));

  it('maps each field of the newer form to a stored one and back', () => {
    const toStored = Object.keys(eventConversion.toStored(Object.fromEntries(names.map((name) => [name, 1])) as never));
    expect(toStored.sort()).toEqual(
      ['kind', 'apiVersion', ...jsonFieldsOf(stored.definition.struct!).map((f) => f.name)].sort(),
    );
  });

  it('C-285 supports selectable fields of the newer form', () => {
    const known = Object.keys(stored.definition.declaration.selectableFields!);
    expect(known).toEqual(expect.arrayContaining(Object.keys(newerEventKind.selectableFields!)));
  });

  it('C-285 selects by the fields of the regarding object', () => {
    const event = stored.made({ involvedObject: { kind: 'Pod', name: 'p' }, reportingComponent: 'r' });
    const { selectableFields } = stored.definition.declaration;
    expect(
      ['involvedObject.kind', 'regarding.name', 'source', 'type'].map((field) => selectableFields![field]!(event)),
    ).toEqual(['Pod', 'p', 'r', '']);
  });

  const event = {
    metadata: { name: 'e', namespace: 't1' },
    eventTime: '2024-01-01T00:00:00.000000Z',
    reportingController: 'example.com/c',
    reportingInstance: 'i',
    action: 'A',
    reason: 'R',
    type: 'Normal',
    regarding: { kind: 'Pod', name: 'p', namespace: 't1' },
  };
  const { strategy } = definition;
  const context = {
    vocabulary: vocabularies.orch,
    user: { username: 'u', groups: [] },
    now: '',
    features: new ReleaseGates(),
  };
  const shown = (object: object): string[] =>
    strategy.validateCreate!(object as never, context).map((error) => `${error.field} ${error.reason}`);

  const cases: [string, object, string[]][] = [
    ['passes', {}, []],
    ['needs its time', { eventTime: undefined }, ['eventTime FieldValueRequired']],
    ['has one of two types', { type: 'Foo' }, ['type FieldValueInvalid']],
    [
      'of a cluster-scoped object is in a namespace of the system',
      { regarding: {} },
      ['involvedObject.namespace FieldValueInvalid'],
    ],
    ['may be in another namespace than its regarding object', { regarding: { namespace: 't2' } }, []],
    ['keeps deprecated fields unset', { deprecatedCount: 1 }, ['count FieldValueInvalid']],
    ['has a short note', { note: 'n'.repeat(1025) }, ['message FieldValueInvalid']],
  ];
  for (const [name, more, want] of cases)
    it(`an event ${name}`, () => expect(shown({ ...event, ...more })).toEqual(want));

  it('only the series of an event may change', () => {
    const series = { count: 2, lastObservedTime: event.eventTime };
    const update = (after: object): string[] =>
      strategy.validateUpdate!({ ...event, ...after } as never, event as never, context).map((error) => error.field);
    expect([update({ series }), update({ note: 'other' })]).toEqual([[], ['message']]);
  });

  const report = {
    eventTime: event.eventTime,
    reportingComponent: 'a.io/c',
    reportingInstance: 'i',
    action: 'A',
    reason: 'R',
  };
  const legacy: [string, object, string[]][] = [
    ['with a time is a whole report', report, []],
    [
      'with a time says who reports what',
      { eventTime: event.eventTime },
      [
        'reportingComponent FieldValueRequired',
        'reportingComponent FieldValueInvalid',
        'reportingComponent FieldValueInvalid',
        ...['reportingInstance', 'action', 'reason'].map((f) => `${f} FieldValueRequired`),
      ],
    ],
    ['has a short message', { ...report, message: 'm'.repeat(1_025) }, ['message FieldValueInvalid']],
    ['without a time may have a long one', { message: 'm'.repeat(1_025) }, []],
    ['has any type', { type: 'Foo' }, []],
  ];
  for (const [name, more, want] of legacy)
    it(`a core event ${name}`, () =>
      expect(stored.create({ involvedObject: { namespace: 't1' }, ...more })).toEqual(want));

  it('an event of a cluster-scoped object may be in the system namespace', () => {
    const about = (more: object) => stored.create({ metadata: { name: 'e', namespace: 'orch-system' }, ...more });
    expect([about(report), about({})]).toEqual([[], ['involvedObject.namespace FieldValueInvalid']]);
  });

  it('any path segment is the name of a core event or of a disruption budget, as in kube-apiserver', () => {
    const kinds = [stored.definition, new KindTestHarness('PodDisruptionBudget').definition];
    expect(kinds.map(({ declaration }) => declaration.nameRule)).toEqual(Array(2).fill('path-segment'));
  });

  it('a core event without a time is in the namespace of its object', () => {
    const about = { involvedObject: { namespace: 't2' } };
    expect([stored.create(about), stored.create({ ...about, ...report })]).toEqual([
      ['involvedObject.namespace FieldValueInvalid'],
      [],
    ]);
  });

  it('all fields of a core event may change', () => {
    const about = { involvedObject: { namespace: 't1' } };
    expect(stored.update({ ...about, reason: 'a', count: 1 }, { ...about, reason: 'b', count: 2 })).toEqual([]);
  });

  it('the series of an event is one', () => {
    expect(shown({ ...event, series: {} })).toEqual([
      'series.count FieldValueInvalid',
      'series.lastObservedTime FieldValueRequired',
    ]);
    expect(shown({ ...event, series: { count: 2, lastObservedTime: event.eventTime } })).toEqual([]);
  });

  it('a core event is in the namespace of its involved object', () => {
    expect(stored.create({ involvedObject: { namespace: 't2' } })).toEqual([
      'involvedObject.namespace FieldValueInvalid',
    ]);
    expect(stored.create({ involvedObject: { namespace: 't1' } })).toEqual([]);
  });
});
