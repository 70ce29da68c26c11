import { errorsOf, object, ROOM_DOCUMENT, ROOM_V1, ROOM_V2 } from './room.fixture.js';

const string = { type: 'string' };
const spec = (properties: object) => object({ spec: object(properties as never) });
const pair = (fields: string, from = 'v1', to = 'v2') =>
  `{conversions: [{from: ${from}, to: ${to}, fields: [${fields}]}]}`;

describe('the check of rules that convert', () => {
  it('accepts moves, renames, defaults, values, expressions and items', () => {
    expect(errorsOf(ROOM_DOCUMENT)).toEqual([]);
  });

  it('refuses defaults that multiply', () => {
    const list = (items: object) => ({ type: 'array', items }) as never;
    const c = object({ c: list(object({})) });
    const schemas = {
      v1: spec({ l: list(object({})) }),
      v2: spec({ l: list(object({ a: list(object({ b: list(c) })) })) }),
    };
    const fields = ['a', 'a[*].b', 'a[*].b[*].c'].map(
      (path) => `{to: "spec.l[*].${path}", default: [${'{},'.repeat(149)}{}]}`,
    );
    expect(errorsOf(pair(fields.join()), schemas).join()).toMatch(
      /fails for an object of v1: the rules of the conversion (visit too many items and fields|add more than 3 MiB)/,
    );
  });

  it('accepts JSON', () => {
    expect(
      errorsOf('{"conversions":[{"from":"v1","to":"v2"}]}', { v1: spec({ a: string }), v2: spec({ a: string }) }),
    ).toEqual([]);
  });

  it.each([
    ['', 'doc: Invalid value: is neither YAML nor JSON: the body of the request is empty: send an object'],
    ['[]', 'doc: Invalid value: must be an object with the field conversions'],
    ['a: [', 'doc: Invalid value: is neither YAML nor JSON'],
    ['{"conversions": [], "conversions": []}', 'doc: Invalid value: has the field conversions twice'],
    ['{conversions: [], more: 1}', 'doc.more: Forbidden: unknown field: the fields are conversions'],
    [
      '{conversions: [{from: v1, to: v2, rules: []}]}',
      'doc.conversions[0].rules: Forbidden: unknown field: the fields are from, to, fields',
    ],
    [pair('{from: a, too: b}'), 'doc.conversions[0].fields[0].too: Forbidden: unknown field'],
    [pair('{}'), 'doc.conversions[0].fields[0].from: Required value: set from, to or both'],
    [pair('{from: a, to: "b c"}'), 'doc.conversions[0].fields[0].to: Invalid value: "b c": must be names with dots'],
    [pair('{from: a.__proto__.b, to: c}'), 'doc.conversions[0].fields[0].from: Invalid value'],
    [
      pair('{from: metadata.labels.a, to: spec.a}'),
      'fields[0].from: Invalid value: "metadata.labels.a": must not be in metadata',
    ],
    [pair('{from: "spec.a[*]", to: spec.b}'), 'fields[0].from: Invalid value: "spec.a[*]": must end with a name'],
    [pair('{from: a, to: b, convert: self}'), 'fields[0].revert: Required value: both directions need an expression'],
    [pair('{from: a, to: b, convert: self, revert: self, values: {a: b}}'), 'fields[0].values: Forbidden'],
    [
      pair('{from: a, to: b, values: {a: x, b: x}}'),
      'fields[0].values[b]: Invalid value: "x": is given for two values',
    ],
    [pair('{from: a, values: {a: b}}'), 'fields[0].values: Forbidden: needs from and to'],
    [pair('{from: a, convert: self}'), 'fields[0].convert: Forbidden: needs to, which it would set'],
    [pair('{to: a, convert: object.b, default: 1}'), 'fields[0].default: Forbidden'],
    [pair('{from: a, to: b, convert: 1, revert: self}'), 'fields[0].convert: Invalid value: 1: must be a text'],
    [
      `{"conversions": [{"from": "v1", "to": "v2", "fields": [{"to": "a", "convert": "${'x'.repeat(1_025)}"}]}]}`,
      'fields[0].convert: Too long',
    ],
    [`{"conversions": "${'x'.repeat(16_384)}"}`, 'doc: Too long: may not be more than 16384 bytes'],
    ['- a\n'.repeat(4_000), 'doc: Invalid value: has too many lines for YAML: write it as JSON'],
    [
      `{conversions: [${'{from: v1, to: v2},'.repeat(33)}]}`,
      'doc.conversions: Too many: 33: must have at most 32 items',
    ],
  ])('refuses the document %.60s', (text, error) => {
    expect(errorsOf(text)[0]).toContain(error);
  });

  it.each([
    [pair('', 'v1', 'v3'), 'doc.conversions[0].to: Unsupported value: "v3": supported values: "v1", "v2"'],
    ['{conversions: []}', 'doc.conversions: Required value: no rules lead from v1 to v2: add an entry for it'],
    [
      '{conversions: [{from: v1, to: v2}, {from: v2, to: v1}]}',
      'doc.conversions[1].to: Invalid value: "v1": there are rules between v2 and v1 already',
    ],
    [pair('{from: spec.b, to: spec.b}'), 'fields[0].from: Invalid value: "spec.b": is not a field of the schema of v1'],
    [pair('{from: spec.a, to: spec.c}'), 'fields[0].to: Invalid value: "spec.c": is not a field of the schema of v2'],
    [pair('{from: spec.a, to: spec.b}, {from: spec.a}'), 'fields[1].from: Duplicate value: "spec.a"'],
    [
      pair('{from: spec.a, to: spec.b, convert: "self +", revert: self}'),
      'fields[0].convert: Invalid value: "self +": does not compile: ERROR: <input>:1:7',
    ],
    [
      pair('{from: spec.a, to: spec.b, convert: object.spec.x, revert: self}'),
      "does not compile: ERROR: <input>:1:12: undefined field 'x'",
    ],
    [pair('{from: spec.a, revert: self}, {to: spec.b, convert: object.spec.a}'), "undeclared reference to 'self'"],
    [
      pair('{from: spec.a, to: spec.b, convert: "self.size()", revert: "string(self)"}'),
      'gives a value that v2 refuses: spec.b: Invalid value: "integer"',
    ],
    [
      pair('{from: spec.a, to: spec.b, convert: "self.upperAscii()", revert: "self.lowerAscii()"}'),
      'does not survive the way to v1 and back',
    ],
    [
      pair('{from: spec.a, to: spec.b, convert: "string(int(self))", revert: self}'),
      'fields[0].convert: Invalid value: fails for an object of v1: spec.b: type conversion error',
    ],
    [
      pair(''),
      'spec.a of v1 does not survive the way to v2 and back: it was "text-1-2" and is absent; v2 has no such field: add a rule for spec.a',
    ],
    [pair('{from: spec.a, to: spec.b, values: {p: q}}'), 'and is "q"; make both directions the inverse of each other'],
  ])('refuses %s', (text, error) => {
    const schemas = { v1: spec({ a: string }), v2: spec({ b: { ...string, example: 'y' } }) };
    const other = text.includes('values')
      ? { v1: spec({ a: string }), v2: spec({ b: { ...string, enum: ['q', 'p'] } }) }
      : schemas;
    expect(errorsOf(text, other).join('\n')).toContain(error);
  });

  it('needs a rule that moves the list whose items are changed', () => {
    const rules = ROOM_DOCUMENT.replace('  - {from: spec.doors, to: spec.entries}\n', '');
    expect(errorsOf(rules)[0]).toContain(
      'the items of spec.doors of v1 are those of spec.doors of v2: add a rule that moves the list',
    );
  });

  it('accepts a loss that a rule declares, and no other one', () => {
    expect(errorsOf(ROOM_DOCUMENT.replace('  - {from: spec.legacy}\n', ''))).toEqual([
      expect.stringMatching(
        /^doc\.conversions\[0\]\.fields: .*spec\.legacy of v1 does not survive the way to v2 and back/,
      ),
    ]);
  });

  it('asks for an example where no value for an expression can be made', () => {
    const patterned = { ...string, pattern: '^[A-Z]{3}-[0-9]{4}-[a-z]$' };
    const rules = pair("{from: spec.a, to: spec.b, convert: \"self.split('-')[1]\", revert: \"'ABC-' + self + '-x'\"}");
    const v2 = spec({ b: { ...string, pattern: '^[0-9]{4}$', example: '1234' } });
    expect(errorsOf(rules, { v1: spec({ a: patterned }), v2 })).toEqual([
      expect.stringContaining(
        'fields[0].convert: Invalid value: cannot be checked, as no value made for spec.a of v1 fits its schema',
      ),
    ]);
    expect(errorsOf(rules, { v1: spec({ a: { ...patterned, example: 'ABC-1234-x' } }), v2 })).toEqual([]);
  });

  it('finds the loss of a moved field whatever other fields are not met', () => {
    const unmet = { ...string, pattern: '^[A-Z]{3}-[0-9]{4}$' };
    const schemas = { v1: spec({ p: unmet, a: string }), v2: spec({ p: unmet }) };
    expect(errorsOf(pair(''), schemas)).toEqual([expect.stringContaining('spec.a of v1 does not survive')]);
  });

  it('names the field that is lost in a list that is moved', () => {
    const lists = (name: string, item: object) => spec({ [name]: { type: 'array', items: object(item as never) } });
    expect(
      errorsOf(pair('{from: spec.a, to: spec.b}'), {
        v1: lists('a', { x: string, y: string }),
        v2: lists('b', { x: string }),
      }),
    ).toEqual([
      expect.stringMatching(
        /fields\[0\]: .*spec\.a\[\*\]\.y of v1 does not survive .* add a rule for spec\.a\[\*\]\.y/,
      ),
    ]);
  });

  it('makes samples of schemas whose least objects are enormous', () => {
    const nested = Array.from({ length: 12 }).reduce<object>(
      (items) => ({ type: 'array', minItems: 16, items }),
      string,
    );
    const schema = (name: string) =>
      object({ spec: object({ n: nested, [name]: string } as never, { required: ['n'] }) });
    const [v1, v2] = ['a', 'b'].map((name) => ({ ...schema(name), required: ['spec'] }));
    expect(errorsOf(pair('{from: spec.a, to: spec.b}'), { v1: v1!, v2: v2! })).toEqual([]);
  });

  it('judges expressions by objects that satisfy the validation rules of their version', () => {
    const rules = pair('{from: spec.a, to: spec.b, convert: "string(100 / self)", revert: "100 / int(self)"}');
    const a = { type: 'integer', minimum: 0, maximum: 1 };
    const b = { ...string, enum: ['100'] };
    const positive = { 'x-orch-validations': [{ rule: 'self.a > 0' }] };
    const schema = (more: object) => object({ spec: object({ a } as never, { required: ['a'], ...more }) });
    expect(errorsOf(rules, { v1: schema({}), v2: spec({ b }) }).join()).toContain('division by zero');
    expect(errorsOf(rules, { v1: schema(positive), v2: spec({ b }) })).toEqual([]);
  });

  it('refuses expressions that cost too much', () => {
    const loop = 'range.map(a, range.map(b, range.map(c, range.map(d, a * b * c * d))))'.replaceAll(
      'range',
      `[${'1,'.repeat(40)}1]`,
    );
    const rules = JSON.stringify({ conversions: [{ from: 'v1', to: 'v2', fields: [{ from: 'spec.a', to: 'spec.b', convert: `size(${loop}) > 0 ? self : self`, revert: 'self' }] }] }); // prettier-ignore
    expect(errorsOf(rules, { v1: spec({ a: string }), v2: spec({ b: string }) })[0]).toContain(
      'the expressions of the conversion cost too much',
    );
  });

  it('follows chains of versions', () => {
    const chain = `{conversions: [{from: v1, to: v2, fields: [{from: spec.a, to: spec.b}]}, {from: v2, to: v3, fields: [{from: spec.b, to: spec.c}]}]}`;
    expect(errorsOf(chain, { v1: spec({ a: string }), v2: spec({ b: string }), v3: spec({ c: string }) })).toEqual([]);
  });

  it('checks schemas of thousands of fields', () => {
    const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`f${i}`, string]));
    const schemas = { v1: spec({ ...many, a: string }), v2: spec({ ...many, b: string }) };
    expect(errorsOf(pair('{from: spec.a, to: spec.b}'), schemas)).toEqual([]);
    expect(errorsOf(pair(''), schemas)).toHaveLength(2);
  });

  it('is the same each time', () => {
    const rules = ROOM_DOCUMENT.replace('values: {gold: premium, basic: standard}', 'values: {gold: premium}');
    const errors = errorsOf(rules);
    expect(errors.length).toBeGreaterThan(0);
    expect(errorsOf(rules, { v1: ROOM_V1, v2: ROOM_V2 })).toEqual(errors);
  });
});
