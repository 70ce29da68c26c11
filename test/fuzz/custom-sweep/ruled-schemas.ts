import type { JsonSchema } from '@orch/structural-schema';
import { EMBEDDED, PRESERVED, integer, list, mapOf, rules, struct, text } from './schema-parts.js';

/** Schemas with rules, within the bounds that the cost limits of definitions ask for. */
export const RULED_FEATURES: Readonly<Record<string, JsonSchema>> = {
  listRule: list(text({ maxLength: 253 }), {
    maxItems: 3000,
    ...rules({ rule: 'self.all(x, x.size() > 1)', messageExpression: '"bad: " + self.join(",")' }),
  }),
  itemRule: list(
    struct(
      { a: text(), b: integer() },
      rules(
        { rule: '!has(self.a) || self.a != "bad"', message: 'a must not be bad' },
        { rule: 'has(self.a)', messageExpression: '"missing in " + string(has(self.b))' },
      ),
    ),
  ),
  mapRule: mapOf(text(), rules({ rule: 'self.size() < 5', messageExpression: '"has " + string(self.size())' })),
  mapKeyRule: mapOf(text({ maxLength: 63 }), {
    maxProperties: 500,
    ...rules({ rule: 'self.all(k, k.matches("^[a-z]+$"))', messageExpression: '"keys " + self.filter(k, true)[0]' }),
  }),
  mapKeyRuleUnmatched: mapOf(text({ maxLength: 63 }), {
    maxProperties: 100,
    ...rules({ rule: 'self.all(k, k != "x" && self[k] != "bad")' }),
  }),
  textRule: list(
    text({
      maxLength: 2000,
      ...rules({ rule: 'self.matches("^([a-z]+)*$")', messageExpression: 'self + " is wrong"' }),
    }),
    { maxItems: 200 },
  ),
  transition: list(text({ maxLength: 253 }), {
    maxItems: 100,
    ...rules({ rule: 'self.all(x, x in oldSelf)', message: 'immutable' }),
  }),
  immutable: struct(
    { a: text(), l: list(text(), { maxItems: 1000 }) },
    rules({ rule: 'self == oldSelf', message: 'immutable', optionalOldSelf: false }),
  ),
  immutableText: text({ ...rules({ rule: 'self == oldSelf', message: 'immutable' }) }),
  optionalOld: struct(
    { a: text() },
    rules({ rule: 'oldSelf.hasValue() ? self == oldSelf.value() : true', optionalOldSelf: true }),
  ),
  keyedRule: list(
    struct(
      { name: text({ maxLength: 63 }), v: text() },
      {
        required: ['name'],
        ...rules({ rule: 'self.v == oldSelf.v', message: 'v is immutable' }, { rule: 'self.name != "bad"' }),
      },
    ),
    { maxItems: 500, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] },
  ),
  uniqueRule: list(struct({ name: text({ maxLength: 63 }) }), {
    maxItems: 64,
    ...rules({ rule: 'self.all(x, self.exists_one(y, x.name == y.name))' }),
  }),
  byteRule: struct(
    { b: text({ format: 'byte' }), l: list(integer(), { maxItems: 1000 }) },
    rules({ rule: '!has(self.b) || !has(self.l) || self.l.all(x, size(self.b) >= 0)' }),
  ),
  dateRule: list(text({ format: 'date-time', ...rules({ rule: 'self < timestamp("2030-01-01T00:00:00Z")' }) })),
  durationRule: list(text({ format: 'duration', maxLength: 20, ...rules({ rule: 'self >= duration("0s")' }) }), {
    maxItems: 500,
  }),
  quantityRule: mapOf(
    {
      'x-kubernetes-int-or-string': true,
      maxLength: 100,
      ...rules({ rule: 'type(self) == int || isQuantity(self)', messageExpression: '"bad quantity " + string(self)' }),
    },
    { maxProperties: 200 },
  ),
  urlRule: list(text({ maxLength: 1000, ...rules({ rule: 'isURL(self) && url(self).getScheme() in ["https"]' }) }), {
    maxItems: 100,
  }),
  ipRule: list(text({ maxLength: 100, ...rules({ rule: 'isIP(self) || isCIDR(self)' }) }), { maxItems: 100 }),
  ratioRule: struct(
    { l: list(text()), m: mapOf(text()) },
    rules(
      {
        rule: '!has(self.l) || !has(self.m) || self.l.size() == self.m.size()',
        messageExpression: '"sizes " + string(self.l.size()) + " and " + string(self.m.size())',
      },
      { rule: '!has(self.l) || self.l.size() < 3', fieldPath: '.l', reason: 'FieldValueForbidden' },
    ),
  ),
  manyRules: list(
    struct(
      { a: text(), b: text() },
      rules(
        ...Array.from({ length: 10 }, (_, i) => ({
          rule: `!has(self.a) || self.a != "v${i}"`,
          message: `must not be v${i}`,
        })),
        { rule: 'has(self.b)' },
      ),
    ),
  ),
  equalLists: struct(
    {
      a: list(text(), { maxItems: 300 }),
      b: list(text(), { maxItems: 300 }),
      c: mapOf(text(), { maxProperties: 300 }),
      d: mapOf(text(), { maxProperties: 300 }),
    },
    rules(
      { rule: '!has(self.a) || !has(self.b) || self.a == self.b' },
      { rule: '!has(self.c) || !has(self.d) || self.c == self.d' },
    ),
  ),
  setRule: list(text({ maxLength: 63 }), {
    maxItems: 200,
    'x-kubernetes-list-type': 'set',
    ...rules({ rule: 'self.all(x, x in oldSelf)' }, { rule: 'self == oldSelf' }),
  }),
  embeddedRule: {
    ...EMBEDDED,
    ...PRESERVED,
    ...rules({
      rule: 'self.metadata.name != "bad"',
      messageExpression: '"kind " + self.kind + " of " + self.metadata.name',
    }),
  },
};
