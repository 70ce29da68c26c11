import { WorkLimit, WorkLimitError } from '@orch/apimachinery';
import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';

const harness = new KindTestHarness('Secret');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('Secret', () => {
  it('A-255 A-256 A-257 stringData wins over data and is not stored', () => {
    const secret = harness.made({ data: { a: base64('old'), b: base64('kept') }, stringData: { a: 'x' } });
    expect(secret).not.toHaveProperty('stringData');
    expect(secret['data']).toEqual({ a: 'eA==', b: base64('kept') });
  });

  it('A-256 also on update', () =>
    expect(harness.changed({}, { stringData: { a: 'x' } })['data']).toEqual({ a: 'eA==' }));

  it('a key named like a prototype member is a key', () => {
    const stringData = JSON.parse('{"__proto__":"x"}') as object;
    expect(Object.keys(harness.made({ stringData })['data'] as object)).toEqual(['__proto__']);
  });

  it('C-147 the type is Opaque by default', () => expect(harness.made({})['type']).toBe('Opaque'));

  const creates: [string, string, object, string[]][] = [
    ['C-146', '1 MiB passes', { data: { a: Buffer.alloc(1_048_576).toString('base64') } }, []],
    [
      'A-254',
      'one byte more does not',
      { data: { a: Buffer.alloc(1_048_577).toString('base64') } },
      ['data FieldValueTooLong'],
    ],
    ['C-148', 'keys follow the rules of ConfigMaps', { data: { 'a b': '' } }, ['data[a b] FieldValueInvalid']],
    ['A-261', 'any type is allowed', { type: 'example.com/t' }, []],
    [
      'A-263',
      'bootstrap tokens have no rules of their own',
      { type: 'bootstrap.orch.io/token', data: { 'token-id': base64('short') } },
      [],
    ],
    ['C-157', 'malformed bootstrap tokens are stored', { type: 'bootstrap.orch.io/token' }, []],
    [
      'C-149',
      'a service account token names its account',
      { type: 'orch.io/service-account-token' },
      ['metadata.annotations[orch.io/service-account.name] FieldValueRequired'],
    ],
    ['C-150', 'dockercfg needs its key', { type: 'orch.io/dockercfg' }, ['data[.dockercfg] FieldValueRequired']],
    [
      'C-150',
      'dockerconfigjson is JSON',
      { type: 'orch.io/dockerconfigjson', stringData: { '.dockerconfigjson': '{' } },
      ['data[.dockerconfigjson] FieldValueInvalid'],
    ],
    [
      'C-150',
      'dockercfg is a map',
      { type: 'orch.io/dockercfg', stringData: { '.dockercfg': '[]' } },
      ['data[.dockercfg] FieldValueInvalid'],
    ],
    [
      'C-150',
      'dockercfg has at most 10,000 levels',
      { type: 'orch.io/dockercfg', stringData: { '.dockercfg': `${'{"a":'.repeat(10_001)}1${'}'.repeat(10_001)}` } },
      ['data[.dockercfg] FieldValueInvalid'],
    ],
    ['C-150', 'JSON passes', { type: 'orch.io/dockerconfigjson', stringData: { '.dockerconfigjson': '{}' } }, []],
    [
      'C-151',
      'basic-auth needs one of two',
      { type: 'orch.io/basic-auth' },
      ['data[username] FieldValueRequired', 'data[password] FieldValueRequired'],
    ],
    ['C-151', 'either is enough', { type: 'orch.io/basic-auth', stringData: { password: 'p' } }, []],
    [
      'C-152',
      'ssh-auth needs a key that is not empty',
      { type: 'orch.io/ssh-auth', data: { 'ssh-privatekey': '' } },
      ['data[ssh-privatekey] FieldValueRequired'],
    ],
    [
      'C-153',
      'tls needs both keys',
      { type: 'orch.io/tls', data: { 'tls.crt': '' } },
      ['data[tls.key] FieldValueRequired'],
    ],
  ];
  for (const [id, name, body, want] of creates) it(`${id} ${name}`, () => expect(harness.create(body)).toEqual(want));

  const updates: [string, string, object, object, string[]][] = [
    ['C-147', 'the type is immutable', { type: 'a' }, { type: 'b' }, ['type FieldValueInvalid']],
    [
      'A-258',
      'immutable data stays',
      { immutable: true, data: { a: '' } },
      { immutable: true, data: { b: '' } },
      ['data FieldValueForbidden'],
    ],
    [
      'A-259',
      'metadata of an immutable secret may change',
      { immutable: true },
      { immutable: true, metadata: { labels: { a: 'b' } } },
      [],
    ],
  ];
  for (const [id, name, old, body, want] of updates)
    it(`${id} ${name}`, () => expect(harness.update(old, body)).toEqual(want));

  it('no error shows a value', () => {
    const { strategy } = harness.definition;
    const secret = harness.made({ type: 'orch.io/dockercfg', stringData: { '.dockercfg': 'hunter2' } });
    expect(JSON.stringify(strategy.validateCreate!(secret, {} as never))).not.toContain('hunter2');
  });

  it('JSON in a value pays for its size, on create and update', () => {
    const { strategy } = harness.definition;
    const secret = (bytes: number) =>
      harness.made({
        type: 'orch.io/dockerconfigjson',
        stringData: { '.dockerconfigjson': `{${' '.repeat(bytes - 2)}}` },
      });
    const context = () => ({ ...harness.context, limit: new WorkLimit({ checks: 100, members: 10, bytes: 100 }) });
    expect(strategy.validateCreate!(secret(160), context())).toEqual([]);
    expect(() => strategy.validateCreate!(secret(161), context())).toThrow(WorkLimitError);
    expect(strategy.validateUpdate!(secret(160), secret(160), context())).toEqual([]);
    expect(() => strategy.validateUpdate!(secret(161), secret(160), context())).toThrow(WorkLimitError);
  });

  it('C-154 is selectable by type', () =>
    expect(harness.definition.declaration.selectableFields!['type']!(harness.made({ type: 't' }))).toBe('t'));

  it('C-072 columns: Name, Type, Data, Age', () => {
    const secret = harness.made({ stringData: { a: '' } });
    expect(harness.definition.declaration.columns!.map((c) => [c.name, c.value(secret, 0)])).toEqual([
      ['Name', 'x'],
      ['Type', 'Opaque'],
      ['Data', 1],
      ['Age', '<unknown>'],
    ]);
  });
});
