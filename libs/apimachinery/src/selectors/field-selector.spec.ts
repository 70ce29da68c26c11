import fc from 'fast-check';
import { FieldLabels, parseFieldSelector } from './field-selector.js';

const getter =
  (fields: Record<string, string>) =>
  (field: string): string =>
    fields[field] ?? '';

describe('parseFieldSelector', () => {
  const cases: [text: string, want: [field: string, operator: string, value: string][]][] = [
    ['', []],
    ['metadata.name=x', [['metadata.name', '=', 'x']]],
    ['metadata.name==x', [['metadata.name', '=', 'x']]],
    ['metadata.name!=x,metadata.namespace=t1', [['metadata.name', '!=', 'x'], ['metadata.namespace', '=', 't1']]],
    ['a=', [['a', '=', '']]],
    ['a!=', [['a', '!=', '']]],
    ['a=b!', [['a', '=', 'b!']]],
    [String.raw`a=x\,y\=z\\`, [['a', '=', String.raw`x,y=z\ `.trim()]]],
    [String.raw`a=\\,b=1`, [['a', '=', '\\'], ['b', '=', '1']]],
    ['a=1,,b=2,', [['a', '=', '1'], ['b', '=', '2']]],
    ['b=2,a=1', [['a', '=', '1'], ['b', '=', '2']]],
    ['=,a=1,!=', [['a', '=', '1']]],
    ['=b', [['', '=', 'b']]],
  ]; // prettier-ignore
  for (const [text, want] of cases) {
    it(`C-282 ${JSON.stringify(text)}`, () =>
      expect(parseFieldSelector(text).requirements.map((r) => [r.field, r.operator, r.value])).toEqual(want));
  }

  const malformed = ['a', 'a=b=c', 'a===b', String.raw`a=\x`, 'a=b\\', 'a in (b)', 'a=1,b'];
  for (const text of malformed) {
    it(`C-282 refuses ${JSON.stringify(text)}`, () =>
      expect(() => parseFieldSelector(text)).toThrow(
        expect.objectContaining({ code: 400, message: expect.stringMatching(/^invalid (field )?selector: /) }),
      ));
  }
  it('C-282 rejects a too long selector', () =>
    expect(() => parseFieldSelector('a=b,'.repeat(20_000))).toThrow(expect.objectContaining({ code: 400 })));

  it('escapes round-trip', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b.c'), fc.constantFrom('=', '!='), fc.string())), (terms) => {
        const escape = (value: string) => value.replaceAll('\\', '\\\\').replaceAll(',', '\\,').replaceAll('=', '\\=');
        const texts = terms.map(([field, operator, value]) => field + operator + escape(value));
        const selector = parseFieldSelector(texts.join(','));
        expect(selector.requirements.map((r) => [r.field, r.operator, r.value])).toEqual(expect.arrayContaining(terms));
        expect(selector.requirements).toHaveLength(terms.length);
        expect(selector.toString()).toBe(texts.sort().join(','));
      }),
    ));
});

describe('FieldSelector', () => {
  const object = getter({ 'metadata.name': 'x', 'status.phase': 'Pending' });
  const cases: [text: string, want: boolean][] = [
    ['', true],
    ['metadata.name=x', true],
    ['metadata.name=y', false],
    ['metadata.name!=y', true],
    ['metadata.name!=x', false],
    ['metadata.name=x,status.phase=Pending', true],
    ['metadata.name=x,status.phase!=Pending', false],
    ['spec.nodeName=', true],
    ['spec.nodeName!=', false],
  ];
  for (const [text, want] of cases) {
    it(`C-282 ${text} is ${want}`, () => expect(parseFieldSelector(text).matches(object)).toBe(want));
  }

  it('returns the exact value for index lookups', () => {
    const selector = parseFieldSelector('a!=1,b=2,b=3');
    expect(selector.valueOf('a')).toBeUndefined();
    expect(selector.valueOf('b')).toBe('2');
    expect(selector.valueOf('c')).toBeUndefined();
    expect(parseFieldSelector('a=').valueOf('a')).toBe('');
  });
  it('C-286 refuses a field that the kind does not declare', () => {
    const refusal = (text: string, labels: FieldLabels) => () => parseFieldSelector(text).assertSupported(labels);
    const message = '"data.a" is not a known field selector: only "metadata.name", "metadata.namespace"';
    expect(refusal('metadata.name=x,data.a=1', FieldLabels.metadata)).toThrow(
      expect.objectContaining({ code: 400, message }),
    );
    expect(refusal('metadata.name=x,metadata.namespace=', FieldLabels.metadata)).not.toThrow();
  });
  it('C-286 refuses other fields of a kind that declares its own', () => {
    const clusterScoped = FieldLabels.declared(['status.phase'], false);
    const refusal = (text: string) => () => parseFieldSelector(text).assertSupported(clusterScoped);
    expect(refusal('metadata.name=x,status.phase=Active')).not.toThrow();
    for (const field of ['data.a', 'metadata.namespace'])
      expect(refusal(`${field}=x`)).toThrow(
        expect.objectContaining({ code: 400, message: `field label not supported: ${field}` }),
      );
    const namespaced = FieldLabels.declared(['status.phase'], true);
    expect(() => parseFieldSelector('metadata.namespace=x').assertSupported(namespaced)).not.toThrow();
  });
  it('is empty without requirements', () => {
    expect(parseFieldSelector('').isEmpty).toBe(true);
    expect(parseFieldSelector('a=b').isEmpty).toBe(false);
  });
});
