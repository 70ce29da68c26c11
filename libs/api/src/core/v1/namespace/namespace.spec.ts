import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';

const harness = new KindTestHarness('Namespace');
const made = harness.made({});

describe('Namespace', () => {
  it('C-159 create puts the finalizer in, once', () => {
    expect(made['spec']).toEqual({ finalizers: ['orch'] });
    expect(harness.made({ spec: { finalizers: ['x.io/a', 'orch'] } })['spec']).toEqual({
      finalizers: ['x.io/a', 'orch'],
    });
  });

  it('C-160 phase is Active after create', () => expect(made['status']).toEqual({ phase: 'Active' }));

  it('C-160 phase is Terminating once deleted', () =>
    expect(harness.definition.strategy.prepareForDelete!(made, {} as never)['status']).toEqual({
      phase: 'Terminating',
    }));

  it('C-002 the label follows the name on every write', () => {
    expect(made.metadata.labels).toEqual({ 'orch.io/metadata.name': 'x' });
    expect(harness.changed({}, {}).metadata.labels).toEqual({ 'orch.io/metadata.name': 'x' });
    expect(harness.written('status', made, {}).object.metadata.labels).toEqual({ 'orch.io/metadata.name': 'x' });
  });

  it('C-166 an ordinary update leaves status and finalizers', () => {
    const updated = harness.changed({}, { spec: { finalizers: [] }, status: { phase: 'X' } });
    expect([updated['spec'], updated['status']]).toEqual([made['spec'], made['status']]);
  });

  it('C-162 finalize replaces the finalizers and nothing else', () => {
    const { object, errors } = harness.written('finalize', made, {
      metadata: { labels: { a: 'b' } },
      spec: {},
      status: { phase: 'X' },
    });
    expect(errors).toEqual([]);
    expect(object).toEqual({ ...made, spec: { finalizers: [] } });
  });

  it('A-044 finalize takes PUT only', () =>
    expect(harness.definition.subresources.get('finalize')!.writeOnly).toBe(true));

  it('a finalizer is known or qualified', () =>
    expect(harness.create({ spec: { finalizers: ['mine'] } })).toEqual(['spec.finalizers FieldValueInvalid']));

  const conditions: [string, string, object, string[]][] = [
    ['A-286', 'a condition needs its type', { status: 'True' }, ['status.conditions[0].type FieldValueRequired']],
    ['A-287', 'a condition needs its status', { type: 'A' }, ['status.conditions[0].status FieldValueRequired']],
    [
      'A-287',
      'of three values',
      { type: 'A', status: 'Maybe' },
      ['status.conditions[0].status FieldValueNotSupported'],
    ],
    [
      'A-288',
      'the rest is optional',
      { type: 'A', status: 'Unknown', reason: 'r', message: 'm', lastTransitionTime: '2024-01-01T00:00:00Z' },
      [],
    ],
  ];
  for (const [id, name, condition, want] of conditions) {
    it(`${id} ${name}`, () =>
      expect(harness.written('status', made, { status: { phase: 'Active', conditions: [condition] } }).errors).toEqual(
        want,
      ));
  }

  it('C-160 knows no other phase', () =>
    expect(harness.written('status', made, { status: { phase: 'X' } }).errors).toEqual([
      'status.Phase FieldValueInvalid',
    ]));

  it('C-167 is selectable by phase', () =>
    expect(harness.definition.declaration.selectableFields!['status.phase']!(made)).toBe('Active'));

  it('C-073 columns: Name, Status, Age', () =>
    expect(harness.definition.declaration.columns!.map((c) => [c.name, c.value(made, 0)])).toEqual([
      ['Name', 'x'],
      ['Status', 'Active'],
      ['Age', '<unknown>'],
    ]));
});
