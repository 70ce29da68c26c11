import type { JsonSchema } from '../schema/json-schema.js';

/** Schema of the field `spec` that the rules are about. */
export const RULE_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    i: { type: 'integer' },
    j: { type: 'integer' },
    n: { type: 'number' },
    b: { type: 'boolean' },
    s: { type: 'string', maxLength: 64 },
    t: { type: 'string', maxLength: 64 },
    long: { type: 'string' },
    e: { type: 'string', enum: ['One', 'Three'] },
    opt: { type: 'string', maxLength: 20 },
    nul: { type: 'string', nullable: true, maxLength: 10 },
    ios: { 'x-kubernetes-int-or-string': true },
    ios2: { 'x-kubernetes-int-or-string': true },
    dt: { type: 'string', format: 'date-time' },
    d: { type: 'string', format: 'date' },
    du: { type: 'string', format: 'duration' },
    by: { type: 'string', format: 'byte', maxLength: 64 },
    li: { type: 'array', maxItems: 10, items: { type: 'integer' } },
    ls: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 20 } },
    unb: { type: 'array', items: { type: 'string' } },
    set: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 20 }, 'x-kubernetes-list-type': 'set' },
    set2: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 20 }, 'x-kubernetes-list-type': 'set' },
    ml: {
      type: 'array',
      maxItems: 10,
      items: {
        type: 'object',
        required: ['k'],
        properties: { k: { type: 'string', maxLength: 10 }, v: { type: 'integer' } },
      },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
    },
    ml2: {
      type: 'array',
      maxItems: 10,
      items: {
        type: 'object',
        required: ['k'],
        properties: { k: { type: 'string', maxLength: 10 }, v: { type: 'integer' } },
      },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
    },
    m: { type: 'object', maxProperties: 10, additionalProperties: { type: 'string', maxLength: 20 } },
    mi: { type: 'object', maxProperties: 10, additionalProperties: { type: 'integer' } },
    o: {
      type: 'object',
      properties: {
        a: { type: 'integer' },
        p: { type: 'object', properties: { q: { type: 'string', maxLength: 9 } } },
      },
    },
    o2: {
      type: 'object',
      properties: {
        a: { type: 'integer' },
        p: { type: 'object', properties: { q: { type: 'string', maxLength: 9 } } },
      },
    },
    pu: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    any: { 'x-kubernetes-preserve-unknown-fields': true },
    emb: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
    namespace: { type: 'string', maxLength: 10 },
    'a-b': { type: 'string', maxLength: 10 },
    'a.b': { type: 'string', maxLength: 10 },
    a__b: { type: 'string', maxLength: 10 },
    'x/y': { type: 'integer' },
    '9z': { type: 'integer' },
  },
};

/** Values of the field `spec`. */
export const RULE_SAMPLES: readonly unknown[] = [
  {
    i: 5,
    j: 7,
    n: 1.5,
    b: true,
    s: 'Hello, World',
    t: 'abc-def',
    long: 'lorem ipsum',
    e: 'One',
    ios: 5,
    ios2: '25%',
    dt: '2024-02-29T13:14:15.678Z',
    d: '2024-02-29',
    du: '1h30m',
    by: 'aGVsbG8=',
    li: [3, 1, 2],
    ls: ['b', 'a', 'c'],
    unb: ['x'],
    set: ['a', 'b'],
    set2: ['b', 'a'],
    ml: [
      { k: 'x', v: 1 },
      { k: 'y', v: 2 },
    ],
    ml2: [
      { k: 'y', v: 2 },
      { k: 'x', v: 1 },
    ],
    m: { a: '1', b: '2' },
    mi: { a: 1, b: 2 },
    o: { a: 1, p: { q: 'z' } },
    o2: { a: 1, p: { q: 'z' } },
    pu: { z: 1 },
    any: [1],
    emb: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'n' } },
    namespace: 'ns',
    'a-b': 'dash',
    'a.b': 'dot',
    a__b: 'under',
    'x/y': 3,
    '9z': 1,
  },
  {
    i: -3,
    j: 0,
    n: -2,
    b: false,
    s: '',
    t: 'żółw 🐢',
    long: '',
    e: 'Three',
    nul: null,
    ios: '10',
    ios2: 3,
    dt: '1999-12-31T23:59:59+02:00',
    d: '1970-01-01',
    du: '500ms',
    by: 'AA==',
    li: [],
    ls: ['é', '🐢'],
    unb: [],
    set: [],
    set2: ['q'],
    ml: [],
    ml2: [{ k: 'x', v: 1 }],
    m: {},
    mi: { z: 9 },
    o: {},
    o2: { p: {} },
    pu: {},
    emb: { apiVersion: 'v1', kind: 'Pod', metadata: { generateName: 'g' } },
    namespace: '',
    'a-b': '',
    'a.b': '',
    a__b: '',
    'x/y': 0,
  },
];

/** What kube-apiserver 1.33 answers to a rule of the schema: errors of the definition, or a result for each of the samples. */
export interface RuleFact {
  readonly rule: string;
  /** Details of the errors. */
  readonly errors?: readonly string[];
  /** `true`, `false` or why the evaluation failed. */
  readonly results?: readonly string[];
}

export const RULE_FACTS: readonly RuleFact[] = [
  { rule: 'self.i > 0', results: ['true', 'false'] },
  { rule: 'self.i == 5', results: ['true', 'false'] },
  {
    rule: 'self.missing == 1',
    errors: ["compilation failed: ERROR: <input>:1:5: undefined field 'missing'\n | self.missing == 1\n | ....^"],
  },
  { rule: 'self.i', errors: ['cel expression must evaluate to a bool'] },
  {
    rule: 'self.i + self.s == "x"',
    errors: [
      "compilation failed: ERROR: <input>:1:8: found no matching overload for '_+_' applied to '(int, string)'\n | self.i + self.s == \"x\"\n | .......^",
    ],
  },
  { rule: 'self.i + 1', errors: ['cel expression must evaluate to a bool'] },
  {
    rule: 'self.i == self.s',
    errors: [
      "compilation failed: ERROR: <input>:1:8: found no matching overload for '_==_' applied to '(int, string)'\n | self.i == self.s\n | .......^",
    ],
  },
  { rule: 'self.n > 1', results: ['true', 'false'] },
  { rule: 'self.n == 1.5', results: ['true', 'false'] },
  { rule: 'self.i > 1.5', results: ['true', 'false'] },
  { rule: 'self.n > self.i', results: ['false', 'true'] },
  { rule: 'self.i / self.j < 5', results: ['true', 'division by zero'] },
  { rule: 'self.i % 2 == 1', results: ['true', 'false'] },
  { rule: 'self.i * 9223372036854775807 > 0', results: ['integer overflow', 'integer overflow'] },
  { rule: '-self.i < 0', results: ['true', 'false'] },
  { rule: '!self.b || self.i > 0', results: ['true', 'true'] },
  {
    rule: '!self.i',
    errors: [
      "compilation failed: ERROR: <input>:1:1: found no matching overload for '!_' applied to '(int)'\n | !self.i\n | ^",
    ],
  },
  { rule: 'self.b ? self.i > 0 : self.i < 0', results: ['true', 'true'] },
  {
    rule: 'self.b ? 1 : "a"',
    errors: [
      "compilation failed: ERROR: <input>:1:8: found no matching overload for '_?_:_' applied to '(bool, int, string)'\n | self.b ? 1 : \"a\"\n | .......^",
    ],
  },
  { rule: 'self.i in [1, 5]', results: ['true', 'false'] },
  {
    rule: 'self.s in ["a", 1]',
    errors: [
      "compilation failed: ERROR: <input>:1:17: expected type 'string' but found 'int'\n | self.s in [\"a\", 1]\n | ................^",
    ],
  },
  { rule: 'self.e in ["One", "Two"]', results: ['true', 'false'] },
  {
    rule: 'self.i == 5 && missing',
    errors: [
      "compilation failed: ERROR: <input>:1:16: undeclared reference to 'missing' (in container '')\n | self.i == 5 && missing\n | ...............^",
    ],
  },
  {
    rule: 'other.x',
    errors: [
      "compilation failed: ERROR: <input>:1:1: undeclared reference to 'other' (in container '')\n | other.x\n | ^",
    ],
  },
  {
    rule: 'self.i.x',
    errors: [
      "compilation failed: ERROR: <input>:1:7: type 'int' does not support field selection\n | self.i.x\n | ......^",
    ],
  },
  {
    rule: 'self.s.x == 1',
    errors: [
      "compilation failed: ERROR: <input>:1:7: type 'string' does not support field selection\n | self.s.x == 1\n | ......^",
    ],
  },
  { rule: 'self', errors: ['cel expression must evaluate to a bool'] },
  { rule: 'true', results: ['true', 'true'] },
  { rule: '', errors: ['Required value: rule is not specified'] },
  {
    rule: '1 == 1.0',
    errors: [
      "compilation failed: ERROR: <input>:1:3: found no matching overload for '_==_' applied to '(int, double)'\n | 1 == 1.0\n | ..^",
    ],
  },
  { rule: '1 < 2u', results: ['true', 'true'] },
  { rule: '1u + 1u == 2u', results: ['true', 'true'] },
  {
    rule: 'self.i == 5u',
    errors: [
      "compilation failed: ERROR: <input>:1:8: found no matching overload for '_==_' applied to '(int, uint)'\n | self.i == 5u\n | .......^",
    ],
  },
  { rule: 'double(self.i) == 5.0', results: ['true', 'false'] },
  { rule: 'int(self.n) == 1', results: ['true', 'false'] },
  { rule: 'string(self.i) == "5"', results: ['true', 'false'] },
  { rule: 'string(self.n) == "1.5"', results: ['true', 'false'] },
  {
    rule: 'int(self.s) == 1',
    results: ["type conversion error from 'string' to 'int'", "type conversion error from 'string' to 'int'"],
  },
  { rule: 'bool("true")', results: ['true', 'true'] },
  { rule: 'uint(self.i) > 0u', results: ['true', 'unsigned integer overflow'] },
  { rule: 'type(self.i) == int', results: ['true', 'true'] },
  { rule: 'type(self.s) == string && type(self.li) == list', results: ['true', 'true'] },
  { rule: 'type(self.o) == map', results: ['true', 'true'] },
  { rule: 'type(self.dt) == google.protobuf.Timestamp', results: ['true', 'true'] },
  { rule: 'self.n / 0.0 > 1.0', results: ['true', 'false'] },
  { rule: 'self.i / 0 == 1', results: ['division by zero', 'division by zero'] },
  {
    rule: '9223372036854775808 > 0',
    errors: ['compilation failed: ERROR: <input>:1:1: invalid int literal\n | 9223372036854775808 > 0\n | ^'],
  },
  { rule: '-9223372036854775808 < 0', results: ['true', 'true'] },
  { rule: '0x1F == 31', results: ['true', 'true'] },
  { rule: '1e3 == 1000.0', results: ['true', 'true'] },
  { rule: '.5 < 1.0', results: ['true', 'true'] },
  {
    rule: '1. < 2.0',
    errors: [
      "compilation failed: ERROR: <input>:1:4: Syntax error: no viable alternative at input '. <'\n | 1. < 2.0\n | ...^",
    ],
  },
  {
    rule: 'self.i >',
    errors: [
      "compilation failed: ERROR: <input>:1:9: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self.i >\n | ........^",
    ],
  },
  {
    rule: 'self.i > 0 &&',
    errors: [
      "compilation failed: ERROR: <input>:1:14: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self.i > 0 &&\n | .............^",
    ],
  },
  {
    rule: '(self.i > 0',
    errors: [
      "compilation failed: ERROR: <input>:1:12: Syntax error: missing ')' at '<EOF>'\n | (self.i > 0\n | ...........^",
    ],
  },
  {
    rule: 'self.i > 0)',
    errors: [
      "compilation failed: ERROR: <input>:1:11: Syntax error: extraneous input ')' expecting <EOF>\n | self.i > 0)\n | ..........^",
    ],
  },
  {
    rule: 'self..i',
    errors: [
      "compilation failed: ERROR: <input>:1:6: Syntax error: no viable alternative at input '..'\n | self..i\n | .....^",
    ],
  },
  {
    rule: 'self.i = 5',
    errors: [
      "compilation failed: ERROR: <input>:1:8: Syntax error: token recognition error at: '= '\n | self.i = 5\n | .......^\nERROR: <input>:1:10: Syntax error: extraneous input '5' expecting <EOF>\n | self.i = 5\n | .........^",
    ],
  },
  {
    rule: '"abc',
    errors: [
      "compilation failed: ERROR: <input>:1:1: Syntax error: token recognition error at: '\"abc'\n | \"abc\n | ^\nERROR: <input>:1:5: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | \"abc\n | ....^",
    ],
  },
  { rule: 'self.i > 0 // comment', results: ['true', 'false'] },
  { rule: 'if == 1', errors: ['compilation failed: ERROR: <input>:1:1: reserved identifier: if\n | if == 1\n | ^'] },
  {
    rule: 'self.if == 1',
    errors: ["compilation failed: ERROR: <input>:1:5: undefined field 'if'\n | self.if == 1\n | ....^"],
  },
  {
    rule: 'a.b.c',
    errors: ["compilation failed: ERROR: <input>:1:1: undeclared reference to 'a' (in container '')\n | a.b.c\n | ^"],
  },
  {
    rule: 'self[0] == 1',
    errors: [
      "compilation failed: ERROR: <input>:1:5: found no matching overload for '_[_]' applied to '(selfType, int)'\n | self[0] == 1\n | ....^",
    ],
  },
  {
    rule: 'self["i"] == 5',
    errors: [
      "compilation failed: ERROR: <input>:1:5: found no matching overload for '_[_]' applied to '(selfType, string)'\n | self[\"i\"] == 5\n | ....^",
    ],
  },
  {
    rule: 'foo(self.i)',
    errors: [
      "compilation failed: ERROR: <input>:1:4: undeclared reference to 'foo' (in container '')\n | foo(self.i)\n | ...^",
    ],
  },
  {
    rule: 'self.s.foo()',
    errors: [
      "compilation failed: ERROR: <input>:1:11: undeclared reference to 'foo' (in container '')\n | self.s.foo()\n | ..........^",
    ],
  },
  {
    rule: 'self.i ? true : false',
    errors: [
      "compilation failed: ERROR: <input>:1:8: found no matching overload for '_?_:_' applied to '(int, bool, bool)'\n | self.i ? true : false\n | .......^",
    ],
  },
  { rule: '[1, 2,] == [1, 2]', results: ['true', 'true'] },
  { rule: '{"a": 1}.a == 1', results: ['true', 'true'] },
  { rule: '{"a": 1,}["a"] == 1', results: ['true', 'true'] },
  { rule: '{1: "a"}[1] == "a"', results: ['true', 'true'] },
  {
    rule: '{"a": 1, "b": "x"}.size() == 2',
    errors: [
      'compilation failed: ERROR: <input>:1:15: expected type \'int\' but found \'string\'\n | {"a": 1, "b": "x"}.size() == 2\n | ..............^',
    ],
  },
  {
    rule: '[1, "a"].size() == 2',
    errors: [
      "compilation failed: ERROR: <input>:1:5: expected type 'int' but found 'string'\n | [1, \"a\"].size() == 2\n | ....^",
    ],
  },
  { rule: 'self.s == r"Hello\\d"', results: ['false', 'false'] },
  { rule: '"\\x41\\u0042\\103" == "ABC"', results: ['true', 'true'] },
  { rule: "'''a\nb''' == \"a\\nb\"", results: ['true', 'true'] },
  { rule: 'b"abc" == b"abc"', results: ['true', 'true'] },
  { rule: 'size(b"é") == 2', results: ['true', 'true'] },
  { rule: '"é".size() == 1', results: ['true', 'true'] },
  {
    rule: '"\\q" == ""',
    errors: [
      'compilation failed: ERROR: <input>:1:1: Syntax error: token recognition error at: \'"\\q\'\n | "\\q" == ""\n | ^\nERROR: <input>:1:10: Syntax error: token recognition error at: \'"\'\n | "\\q" == ""\n | .........^',
    ],
  },
  {
    rule: 'self.i in 5',
    errors: [
      "compilation failed: ERROR: <input>:1:8: found no matching overload for '@in' applied to '(int, int)'\n | self.i in 5\n | .......^",
    ],
  },
  {
    rule: 'true && 1',
    errors: [
      "compilation failed: ERROR: <input>:1:9: expected type 'bool' but found 'int'\n | true && 1\n | ........^",
    ],
  },
  {
    rule: '"a" && true',
    errors: ["compilation failed: ERROR: <input>:1:1: expected type 'bool' but found 'string'\n | \"a\" && true\n | ^"],
  },
  {
    rule: '1 || false',
    errors: ["compilation failed: ERROR: <input>:1:1: expected type 'bool' but found 'int'\n | 1 || false\n | ^"],
  },
  { rule: 'has(self.opt)', results: ['false', 'false'] },
  { rule: 'has(self.i)', results: ['true', 'true'] },
  { rule: 'has(self.o.p.q)', results: ['true', 'no such key: p'] },
  { rule: 'has(self.o.p) && self.o.p.q == "z"', results: ['true', 'false'] },
  { rule: 'self.o.p.q == "z"', results: ['true', 'no such key: p'] },
  { rule: 'has(self.m.a)', results: ['true', 'false'] },
  { rule: 'has(self.m)', results: ['true', 'true'] },
  {
    rule: 'has(self)',
    errors: ['compilation failed: ERROR: <input>:1:5: invalid argument to has() macro\n | has(self)\n | ....^'],
  },
  {
    rule: 'has(self.li[0])',
    errors: [
      'compilation failed: ERROR: <input>:1:12: invalid argument to has() macro\n | has(self.li[0])\n | ...........^',
    ],
  },
  {
    rule: 'has(self["i"])',
    errors: [
      'compilation failed: ERROR: <input>:1:9: invalid argument to has() macro\n | has(self["i"])\n | ........^',
    ],
  },
  {
    rule: 'has(self.missing)',
    errors: ["compilation failed: ERROR: <input>:1:4: undefined field 'missing'\n | has(self.missing)\n | ...^"],
  },
  { rule: 'self.opt == "x"', results: ['no such key: opt', 'no such key: opt'] },
  { rule: 'has(self.nul)', results: ['false', 'false'] },
  {
    rule: 'self.nul == null',
    errors: [
      "compilation failed: ERROR: <input>:1:10: found no matching overload for '_==_' applied to '(string, null)'\n | self.nul == null\n | .........^",
    ],
  },
  { rule: 'self.?opt.orValue("d") == "d"', results: ['true', 'true'] },
  { rule: 'self.?o.?p.?q.orValue("none") == "z"', results: ['true', 'false'] },
  { rule: 'self.?opt.hasValue()', results: ['false', 'false'] },
  { rule: 'self.?opt.optMap(x, x.size()).orValue(0) == 0', results: ['true', 'true'] },
  { rule: 'self.?i.optFlatMap(x, x > 0 ? optional.of(x) : optional.none()).hasValue()', results: ['true', 'false'] },
  { rule: 'optional.of(1).value() == 1', results: ['true', 'true'] },
  { rule: 'optional.none().hasValue()', results: ['false', 'false'] },
  { rule: 'optional.ofNonZeroValue(self.s).orValue("e") != "e"', results: ['true', 'false'] },
  { rule: 'self.li[?0].orValue(9) == 3', results: ['true', 'false'] },
  { rule: 'self.m[?"a"].hasValue()', results: ['true', 'false'] },
  { rule: '[?self.?opt, "a"].size() == 1', results: ['true', 'true'] },
  { rule: '{?"k": self.?opt}.size() == 0', results: ['true', 'true'] },
  {
    rule: 'self.opt.orValue(1)',
    errors: [
      "compilation failed: ERROR: <input>:1:17: found no matching overload for 'orValue' applied to 'string.(int)'\n | self.opt.orValue(1)\n | ................^",
    ],
  },
  {
    rule: 'self.?missing.hasValue()',
    errors: [
      "compilation failed: ERROR: <input>:1:5: undefined field 'missing'\n | self.?missing.hasValue()\n | ....^",
    ],
  },
  { rule: 'optional.of(self.i) == optional.of(5)', results: ['true', 'false'] },
  { rule: 'self.?opt.or(self.?s).hasValue()', results: ['true', 'true'] },
  {
    rule: 'self.?opt == optional.none()',
    errors: [
      'Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
      'Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      'Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    ],
  },
  { rule: 'self.__namespace__ == "ns"', results: ['true', 'false'] },
  { rule: 'self.a__dash__b == "dash"', results: ['true', 'false'] },
  { rule: 'self.a__dot__b == "dot"', results: ['true', 'false'] },
  { rule: 'self.a__underscores__b == "under"', results: ['true', 'false'] },
  { rule: 'self.x__slash__y == 3', results: ['true', 'false'] },
  { rule: 'self.namespace == "ns"', results: ['true', 'false'] },
  {
    rule: 'self.a-b == "x"',
    errors: [
      "compilation failed: ERROR: <input>:1:5: undefined field 'a'\n | self.a-b == \"x\"\n | ....^\nERROR: <input>:1:8: undeclared reference to 'b' (in container '')\n | self.a-b == \"x\"\n | .......^",
    ],
  },
  { rule: 'has(self.__namespace__)', results: ['true', 'true'] },
  {
    rule: 'self.pu.z == 1',
    errors: ["compilation failed: ERROR: <input>:1:8: undefined field 'z'\n | self.pu.z == 1\n | .......^"],
  },
  { rule: 'has(self.pu)', results: ['true', 'true'] },
  {
    rule: 'self.any == 1',
    errors: ["compilation failed: ERROR: <input>:1:5: undefined field 'any'\n | self.any == 1\n | ....^"],
  },
  {
    rule: 'has(self.any)',
    errors: ["compilation failed: ERROR: <input>:1:4: undefined field 'any'\n | has(self.any)\n | ...^"],
  },
  { rule: 'self.emb.metadata.name == "n"', results: ['true', 'no such key: name'] },
  { rule: 'has(self.emb.metadata.name)', results: ['true', 'false'] },
  { rule: 'self.emb.kind == "Pod"', results: ['true', 'true'] },
  {
    rule: 'self.emb.spec.x == 1',
    errors: ["compilation failed: ERROR: <input>:1:9: undefined field 'spec'\n | self.emb.spec.x == 1\n | ........^"],
  },
  {
    rule: 'self.emb.metadata.labels.x == "1"',
    errors: [
      'compilation failed: ERROR: <input>:1:18: undefined field \'labels\'\n | self.emb.metadata.labels.x == "1"\n | .................^',
    ],
  },
  { rule: 'self.ios == 5', results: ['true', 'false'] },
  { rule: 'self.ios == "10"', results: ['false', 'true'] },
  { rule: 'type(self.ios) == int', results: ['true', 'false'] },
  { rule: 'self.ios + 1 > 0', results: ['true', "'no such overload'"] },
  { rule: 'self.ios2.endsWith("%")', results: ['true', "'no such overload'"] },
  { rule: 'type(self.ios) == string ? self.ios == "10" : self.ios < 10', results: ['true', 'true'] },
  { rule: 'self.ios > 3', results: ['true', "'no such overload'"] },
  { rule: 'string(self.ios) == "5"', results: ['true', 'false'] },
  { rule: 'self.ios == self.ios2', results: ['false', 'false'] },
  { rule: 'int(self.ios) > 4', results: ['true', 'true'] },
  { rule: 'self.ios && true', results: ["'no such overload'", "'no such overload'"] },
  { rule: 'self.dt > timestamp("2000-01-01T00:00:00Z")', results: ['true', 'false'] },
  { rule: 'self.dt.getFullYear() == 2024', results: ['true', 'false'] },
  { rule: 'self.dt.getHours("+02:00") == 15', results: ['true', 'false'] },
  { rule: 'self.dt.getDayOfWeek() == 4', results: ['true', 'false'] },
  { rule: 'self.dt.getDate("Europe/Berlin") == 29', results: ['true', 'false'] },
  { rule: 'self.dt.getMilliseconds() == 678', results: ['true', 'false'] },
  { rule: 'self.d.getDayOfYear() == 59', results: ['true', 'false'] },
  { rule: 'self.d == timestamp("2024-02-29T00:00:00Z")', results: ['true', 'false'] },
  { rule: 'self.du > duration("1h")', results: ['true', 'false'] },
  { rule: 'self.du.getMinutes() == 90', results: ['true', 'false'] },
  { rule: 'string(self.du) == "5400s"', results: ['true', 'false'] },
  { rule: 'string(self.dt) == "2024-02-29T13:14:15.678Z"', results: ['true', 'false'] },
  { rule: 'self.dt - self.d > duration("10h")', results: ['true', 'true'] },
  { rule: 'self.d + duration("24h") > self.dt', results: ['true', 'false'] },
  {
    rule: 'duration("1x") == self.du',
    errors: [
      'compilation failed: ERROR: <input>:1:10: invalid duration argument\n | duration("1x") == self.du\n | .........^',
    ],
  },
  {
    rule: 'timestamp("nope") == self.dt',
    errors: [
      'compilation failed: ERROR: <input>:1:11: invalid timestamp argument\n | timestamp("nope") == self.dt\n | ..........^',
    ],
  },
  {
    rule: 'timestamp(self.s) == self.dt',
    results: [
      "type conversion error from 'string' to 'google.protobuf.Timestamp'",
      "type conversion error from 'string' to 'google.protobuf.Timestamp'",
    ],
  },
  {
    rule: 'duration(self.s) == self.du',
    results: [
      "type conversion error from 'string' to 'google.protobuf.Duration'",
      "type conversion error from 'string' to 'google.protobuf.Duration'",
    ],
  },
  { rule: 'self.by == b"hello"', results: ['true', 'false'] },
  { rule: 'size(self.by) == 5', results: ['true', 'false'] },
  { rule: 'string(self.by) == "hello"', results: ['true', 'false'] },
  {
    rule: 'self.dt == "2024"',
    errors: [
      "compilation failed: ERROR: <input>:1:9: found no matching overload for '_==_' applied to '(timestamp, string)'\n | self.dt == \"2024\"\n | ........^",
    ],
  },
  {
    rule: 'self.du == "1h"',
    errors: [
      "compilation failed: ERROR: <input>:1:9: found no matching overload for '_==_' applied to '(duration, string)'\n | self.du == \"1h\"\n | ........^",
    ],
  },
  {
    rule: 'self.dt < now()',
    errors: [
      "compilation failed: ERROR: <input>:1:14: undeclared reference to 'now' (in container '')\n | self.dt < now()\n | .............^",
    ],
  },
  { rule: 'self.li.all(x, x > 0)', results: ['true', 'true'] },
  { rule: 'self.li.exists(x, x == 2)', results: ['true', 'false'] },
  { rule: 'self.li.exists_one(x, x > 2)', results: ['true', 'false'] },
  { rule: 'self.li.map(x, x * 2) == [6, 2, 4]', results: ['true', 'false'] },
  { rule: 'self.li.filter(x, x > 1) == [3, 2]', results: ['true', 'false'] },
  { rule: 'self.li.map(x, x > 1, x * 2) == [6, 4]', results: ['true', 'false'] },
  {
    rule: 'self.li.all(x, x.y > 0)',
    errors: [
      "compilation failed: ERROR: <input>:1:17: type 'int' does not support field selection\n | self.li.all(x, x.y > 0)\n | ................^",
    ],
  },
  {
    rule: 'self.i.all(x, true)',
    errors: [
      "compilation failed: ERROR: <input>:1:5: expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)\n | self.i.all(x, true)\n | ....^",
    ],
  },
  {
    rule: 'self.li.all(x.y, true)',
    errors: [
      'compilation failed: ERROR: <input>:1:14: argument must be a simple name\n | self.li.all(x.y, true)\n | .............^',
    ],
  },
  {
    rule: 'self.li.all(1, true)',
    errors: [
      'compilation failed: ERROR: <input>:1:13: argument must be a simple name\n | self.li.all(1, true)\n | ............^',
    ],
  },
  {
    rule: 'self.li.map(1, true)',
    errors: [
      'compilation failed: ERROR: <input>:1:13: argument is not an identifier\n | self.li.map(1, true)\n | ............^',
    ],
  },
  {
    rule: 'self.li.all(x, x)',
    errors: [
      "compilation failed: ERROR: <input>:1:16: expected type 'bool' but found 'int'\n | self.li.all(x, x)\n | ...............^",
    ],
  },
  {
    rule: 'self.li.filter(x, x)',
    errors: [
      "compilation failed: ERROR: <input>:1:15: found no matching overload for '_?_:_' applied to '(int, list(int), list(int))'\n | self.li.filter(x, x)\n | ..............^",
    ],
  },
  { rule: 'self.li[0] == 3', results: ['true', 'index out of bounds: 0'] },
  { rule: 'self.li[5] == 3', results: ['index out of bounds: 5', 'index out of bounds: 5'] },
  { rule: 'self.li[-1] == 3', results: ['index out of bounds: -1', 'index out of bounds: -1'] },
  {
    rule: 'self.li["a"] == 1',
    errors: [
      "compilation failed: ERROR: <input>:1:8: found no matching overload for '_[_]' applied to '(list(int), string)'\n | self.li[\"a\"] == 1\n | .......^",
    ],
  },
  { rule: 'self.li.size() == 3', results: ['true', 'false'] },
  { rule: 'size(self.li) == 3', results: ['true', 'false'] },
  { rule: 'self.li + [4] == [3, 1, 2, 4]', results: ['true', 'false'] },
  {
    rule: 'self.li + ["a"] == []',
    errors: [
      "compilation failed: ERROR: <input>:1:9: found no matching overload for '_+_' applied to '(list(int), list(string))'\n | self.li + [\"a\"] == []\n | ........^",
    ],
  },
  {
    rule: 'self.li == self.ls',
    errors: [
      "compilation failed: ERROR: <input>:1:9: found no matching overload for '_==_' applied to '(list(int), list(string))'\n | self.li == self.ls\n | ........^",
    ],
  },
  { rule: '3 in self.li', results: ['true', 'false'] },
  {
    rule: '"a" in self.li',
    errors: [
      "compilation failed: ERROR: <input>:1:5: found no matching overload for '@in' applied to '(string, list(int))'\n | \"a\" in self.li\n | ....^",
    ],
  },
  { rule: 'self.m.all(k, k.size() == 1)', results: ['true', 'true'] },
  { rule: 'self.m.exists(k, self.m[k] == "2")', results: ['true', 'false'] },
  { rule: 'self.m["a"] == "1"', results: ['true', 'no such key: a'] },
  { rule: 'self.m.a == "1"', results: ['true', 'no such key: a'] },
  {
    rule: 'self.m[1] == "1"',
    errors: [
      "compilation failed: ERROR: <input>:1:7: found no matching overload for '_[_]' applied to '(map(string, string), int)'\n | self.m[1] == \"1\"\n | ......^",
    ],
  },
  { rule: '"a" in self.m', results: ['true', 'false'] },
  { rule: 'self.m.size() == 2', results: ['true', 'false'] },
  { rule: 'self.mi.map(k, self.mi[k]).sum() == 3', results: ['true', 'false'] },
  { rule: 'self.m == {"b": "2", "a": "1"}', results: ['true', 'false'] },
  {
    rule: 'self.o == self.o2',
    errors: [
      "compilation failed: ERROR: <input>:1:8: found no matching overload for '_==_' applied to '(selfType.o, selfType.o2)'\n | self.o == self.o2\n | .......^",
    ],
  },
  {
    rule: 'self.o.p == self.o2.p',
    errors: [
      "compilation failed: ERROR: <input>:1:10: found no matching overload for '_==_' applied to '(selfType.o.p, selfType.o2.p)'\n | self.o.p == self.o2.p\n | .........^",
    ],
  },
  { rule: 'self.set == self.set2', results: ['true', 'false'] },
  { rule: 'self.set + ["c", "a"] == ["a", "b", "c"]', results: ['true', 'false'] },
  {
    rule: 'self.ml == self.ml2',
    errors: [
      "compilation failed: ERROR: <input>:1:9: found no matching overload for '_==_' applied to '(list(selfType.ml.@idx), list(selfType.ml2.@idx))'\n | self.ml == self.ml2\n | ........^",
    ],
  },
  { rule: 'self.ml.map(x, x.k) == ["x", "y"]', results: ['true', 'false'] },
  { rule: 'self.ml.exists(x, x.k == "x" && x.v == 1)', results: ['true', 'false'] },
  {
    rule: '(self.ml + self.ml2).size() == 2',
    errors: [
      "compilation failed: ERROR: <input>:1:10: found no matching overload for '_+_' applied to '(list(selfType.ml.@idx), list(selfType.ml2.@idx))'\n | (self.ml + self.ml2).size() == 2\n | .........^",
    ],
  },
  { rule: '(self.set + self.set2).size() == 2', results: ['true', 'false'] },
  { rule: 'self.set == ["b", "a"]', results: ['true', 'false'] },
  { rule: '["b", "a"] == self.set', results: ['false', 'false'] },
  { rule: 'self.li.all(i, v, i < 3 && v > 0)', results: ['true', 'true'] },
  { rule: 'self.mi.all(k, v, v > 0)', results: ['true', 'true'] },
  { rule: 'self.mi.exists(k, v, k == "a" && v == 1)', results: ['true', 'false'] },
  { rule: 'self.li.transformList(i, v, i + v) == [3, 2, 4]', results: ['true', 'false'] },
  { rule: 'self.li.transformList(i, v, i > 0, v) == [1, 2]', results: ['true', 'false'] },
  { rule: 'self.mi.transformMap(k, v, v + 1) == {"a": 2, "b": 3}', results: ['true', 'false'] },
  { rule: 'self.mi.transformMapEntry(k, v, {v: k}).size() == 2', results: ['true', 'false'] },
  { rule: 'self.li.existsOne(i, v, v == 1)', results: ['true', 'false'] },
  {
    rule: 'self.li.all(i, i, true)',
    errors: [
      'compilation failed: ERROR: <input>:1:16: duplicate variable name: i\n | self.li.all(i, i, true)\n | ...............^',
    ],
  },
  { rule: 'self.li.transformMap(i, v, v)[0] == 3', results: ['true', 'no such key: 0'] },
  {
    rule: 'self.mi.transformMapEntry(k, v, {"same": v}).size() == 1',
    results: ['insert failed: key same already exists', 'true'],
  },
  { rule: 'self.li.isSorted()', results: ['false', 'true'] },
  { rule: '[1, 2].isSorted()', results: ['true', 'true'] },
  { rule: 'self.li.sum() == 6', results: ['true', 'false'] },
  { rule: 'self.li.min() == 1', results: ['true', 'min called on empty list'] },
  { rule: 'self.li.max() == 3', results: ['true', 'max called on empty list'] },
  { rule: 'self.ls.max() == "c"', results: ['true', 'false'] },
  {
    rule: 'self.ls.sum() == "x"',
    errors: [
      "compilation failed: ERROR: <input>:1:12: found no matching overload for 'sum' applied to 'list(string).()'\n | self.ls.sum() == \"x\"\n | ...........^",
    ],
  },
  { rule: 'self.li.indexOf(1) == 1', results: ['true', 'false'] },
  { rule: 'self.li.lastIndexOf(9) == -1', results: ['true', 'true'] },
  { rule: 'self.ls.indexOf("a") == 1', results: ['true', 'false'] },
  { rule: '[1.5, 2.5].sum() == 4.0', results: ['true', 'true'] },
  { rule: '[duration("1s")].sum() == duration("1s")', results: ['true', 'true'] },
  {
    rule: 'self.o.isSorted()',
    errors: [
      "compilation failed: ERROR: <input>:1:16: found no matching overload for 'isSorted' applied to 'selfType.o.()'\n | self.o.isSorted()\n | ...............^",
    ],
  },
  {
    rule: '[self.o].isSorted()',
    errors: [
      "compilation failed: ERROR: <input>:1:18: found no matching overload for 'isSorted' applied to 'list(selfType.o).()'\n | [self.o].isSorted()\n | .................^",
    ],
  },
  { rule: '[].sum() == 0', results: ['true', 'true'] },
  { rule: '[].min() == 0', results: ['min called on empty list', 'min called on empty list'] },
  { rule: 'self.s.startsWith("Hello")', results: ['true', 'false'] },
  { rule: 'self.s.endsWith("World")', results: ['true', 'false'] },
  { rule: 'self.s.contains("lo, W")', results: ['true', 'false'] },
  { rule: 'self.s.matches("^H.*d$")', results: ['true', 'false'] },
  {
    rule: 'self.s.matches("(")',
    errors: [
      'compilation failed: ERROR: <input>:1:16: invalid matches argument\n | self.s.matches("(")\n | ...............^',
    ],
  },
  { rule: 'self.s.matches(self.t)', results: ['false', 'false'] },
  { rule: 'matches(self.s, "H")', results: ['true', 'false'] },
  { rule: 'self.s.lowerAscii() == "hello, world"', results: ['true', 'false'] },
  { rule: 'self.t.upperAscii() == "ABC-DEF"', results: ['true', 'false'] },
  { rule: 'self.s.charAt(4) == "o"', results: ['true', 'index out of range: 4'] },
  { rule: 'self.s.charAt(99) == "o"', results: ['index out of range: 99', 'index out of range: 99'] },
  { rule: 'self.s.indexOf("o") == 4', results: ['true', 'false'] },
  { rule: 'self.s.indexOf("o", 5) == 8', results: ['true', 'false'] },
  { rule: 'self.s.lastIndexOf("o") == 8', results: ['true', 'index out of range: -1'] },
  { rule: 'self.t.indexOf("🐢") == 5', results: ['false', 'true'] },
  { rule: 'self.s.replace("l", "L") == "HeLLo, WorLd"', results: ['true', 'false'] },
  { rule: 'self.s.replace("l", "L", 1) == "HeLlo, World"', results: ['true', 'false'] },
  { rule: 'self.t.replace("", "-").size() == 15', results: ['true', 'false'] },
  { rule: 'self.t.split("-") == ["abc", "def"]', results: ['true', 'false'] },
  { rule: 'self.t.split("") .size() == 7', results: ['true', 'false'] },
  { rule: 'self.t.split("-", 1) == ["abc-def"]', results: ['true', 'false'] },
  { rule: 'self.s.substring(7) == "World"', results: ['true', 'index out of range: 7'] },
  { rule: 'self.s.substring(0, 5) == "Hello"', results: ['true', 'index out of range: 5'] },
  {
    rule: 'self.s.substring(5, 1) == ""',
    results: ['invalid substring range. start: 5, end: 1', 'invalid substring range. start: 5, end: 1'],
  },
  { rule: '" a ".trim() == "a"', results: ['true', 'true'] },
  { rule: 'self.ls.join() == "bac"', results: ['true', 'false'] },
  { rule: 'self.ls.join("-") == "b-a-c"', results: ['true', 'false'] },
  {
    rule: 'self.li.join("-") == "1"',
    errors: [
      'compilation failed: ERROR: <input>:1:13: found no matching overload for \'join\' applied to \'list(int).(string)\'\n | self.li.join("-") == "1"\n | ............^',
    ],
  },
  { rule: '"%s is %d".format([self.s, self.i]) == "Hello, World is 5"', results: ['true', 'false'] },
  { rule: '"%.2f %e".format([self.n, self.n]).size() > 0', results: ['true', 'true'] },
  { rule: '"%.2f".format([self.n]) == "1.50"', results: ['true', 'false'] },
  { rule: '"%x %X %o %b".format([255, 255, 8, 5]) == "ff FF 10 101"', results: ['true', 'true'] },
  {
    rule: '"%d".format(["a"]) == ""',
    errors: [
      'compilation failed: ERROR: <input>:1:14: error during formatting: decimal clause can only be used on integers, was given string\n | "%d".format(["a"]) == ""\n | .............^',
    ],
  },
  {
    rule: '"%q".format([1]) == ""',
    errors: [
      'compilation failed: ERROR: <input>:1:12: could not parse formatting clause: unrecognized formatting clause "q"\n | "%q".format([1]) == ""\n | ...........^',
    ],
  },
  {
    rule: '"%s".format([1, 2]) == "1"',
    errors: [
      'compilation failed: ERROR: <input>:1:12: too many arguments supplied to string.format (expected 1, got 2)\n | "%s".format([1, 2]) == "1"\n | ...........^',
    ],
  },
  {
    rule: '"%s %s".format([1]) == "1"',
    errors: [
      'compilation failed: ERROR: <input>:1:15: index 1 out of range\n | "%s %s".format([1]) == "1"\n | ..............^',
    ],
  },
  { rule: '"%%".format([]) == "%"', results: ['true', 'true'] },
  { rule: 'strings.quote(self.s) == "\\"Hello, World\\""', results: ['true', 'false'] },
  { rule: 'self.s + self.t == "Hello, Worldabc-def"', results: ['true', 'false'] },
  { rule: 'self.s < self.t', results: ['true', 'true'] },
  {
    rule: 'self.s.reverse() == ""',
    errors: [
      "compilation failed: ERROR: <input>:1:15: undeclared reference to 'reverse' (in container '')\n | self.s.reverse() == \"\"\n | ..............^",
    ],
  },
  { rule: 'self.s.find("o.*") == "o, World"', results: ['true', 'false'] },
  { rule: 'self.s.findAll("l+") == ["ll", "l"]', results: ['true', 'false'] },
  { rule: 'self.s.findAll("[a-z]", 2) == ["e", "l"]', results: ['true', 'false'] },
  {
    rule: 'self.s.find("(") == ""',
    errors: ['program instantiation failed: error parsing regexp: missing closing ): `(`'],
  },
  { rule: 'self.s.size() == 12', results: ['true', 'false'] },
  { rule: 'self.t.size() == 7', results: ['true', 'false'] },
  { rule: 'self.t.substring(5) == "🐢"', results: ['false', 'true'] },
  { rule: 'sets.contains(self.li, [1, 2])', results: ['true', 'false'] },
  { rule: 'sets.equivalent(self.li, [1, 2, 3, 3])', results: ['true', 'false'] },
  { rule: 'sets.intersects(self.ls, ["z", "a"])', results: ['true', 'false'] },
  {
    rule: 'sets.contains(self.ls, [1])',
    errors: [
      "compilation failed: ERROR: <input>:1:14: found no matching overload for 'sets.contains' applied to '(list(string), list(int))'\n | sets.contains(self.ls, [1])\n | .............^",
    ],
  },
  {
    rule: 'math.greatest(1, 2) == 2',
    errors: [
      "compilation failed: ERROR: <input>:1:1: undeclared reference to 'math' (in container '')\n | math.greatest(1, 2) == 2\n | ^\nERROR: <input>:1:14: undeclared reference to 'greatest' (in container '')\n | math.greatest(1, 2) == 2\n | .............^",
    ],
  },
  {
    rule: 'math.abs(-1) == 1',
    errors: [
      "compilation failed: ERROR: <input>:1:1: undeclared reference to 'math' (in container '')\n | math.abs(-1) == 1\n | ^\nERROR: <input>:1:9: undeclared reference to 'abs' (in container '')\n | math.abs(-1) == 1\n | ........^",
    ],
  },
  {
    rule: 'cel.bind(x, 1, x == 1)',
    errors: [
      "compilation failed: ERROR: <input>:1:1: undeclared reference to 'cel' (in container '')\n | cel.bind(x, 1, x == 1)\n | ^\nERROR: <input>:1:9: undeclared reference to 'bind' (in container '')\n | cel.bind(x, 1, x == 1)\n | ........^\nERROR: <input>:1:10: undeclared reference to 'x' (in container '')\n | cel.bind(x, 1, x == 1)\n | .........^\nERROR: <input>:1:16: undeclared reference to 'x' (in container '')\n | cel.bind(x, 1, x == 1)\n | ...............^",
    ],
  },
  {
    rule: 'url("https://user@example.com:8080/a%20b?x=1&x=2#f").getHost() == "example.com:8080"',
    results: ['true', 'true'],
  },
  { rule: 'url("https://example.com:8080/a b?x=1").getEscapedPath() == "/a%20b"', results: ['true', 'true'] },
  { rule: 'url("https://[::1]:80/").getHostname() == "::1"', results: ['true', 'true'] },
  { rule: 'url("https://example.com/p?k=a&k=b").getQuery()["k"] == ["a", "b"]', results: ['true', 'true'] },
  {
    rule: 'url("nope").getHost() == ""',
    results: [
      'URL parse error during conversion from string: parse "nope": invalid URI for request',
      'URL parse error during conversion from string: parse "nope": invalid URI for request',
    ],
  },
  { rule: 'isURL("https://a.b")', results: ['true', 'true'] },
  { rule: 'isURL("../x")', results: ['false', 'false'] },
  { rule: 'isURL("/x")', results: ['true', 'true'] },
  { rule: 'url("https://a.b/?q").getPort() == ""', results: ['true', 'true'] },
  { rule: 'url("HTTPS://a").getScheme() == "https"', results: ['true', 'true'] },
  { rule: 'isURL(self.s)', results: ['false', 'false'] },
  { rule: 'isIP("10.0.0.1")', results: ['true', 'true'] },
  { rule: 'isIP("::ffff:1.2.3.4")', results: ['false', 'false'] },
  { rule: 'isIP("10.0.0.01")', results: ['false', 'false'] },
  { rule: 'ip("10.0.0.1").family() == 4', results: ['true', 'true'] },
  { rule: 'ip("fe80::1").isLinkLocalUnicast()', results: ['true', 'true'] },
  { rule: 'ip("127.0.0.1").isLoopback()', results: ['true', 'true'] },
  { rule: 'ip("8.8.8.8").isGlobalUnicast()', results: ['true', 'true'] },
  { rule: 'ip.isCanonical("::0001")', results: ['false', 'false'] },
  {
    rule: 'ip("x") == ip("1.1.1.1")',
    results: [
      'IP Address "x" parse error during conversion from string: ParseAddr("x"): unable to parse IP',
      'IP Address "x" parse error during conversion from string: ParseAddr("x"): unable to parse IP',
    ],
  },
  { rule: 'string(ip("::0001")) == "::1"', results: ['true', 'true'] },
  { rule: 'cidr("10.0.0.0/8").containsIP("10.1.2.3")', results: ['true', 'true'] },
  { rule: 'cidr("10.0.0.0/8").containsIP(ip("11.1.2.3"))', results: ['false', 'false'] },
  { rule: 'cidr("10.0.0.0/8").containsCIDR("10.1.0.0/16")', results: ['true', 'true'] },
  { rule: 'cidr("10.1.2.3/8").masked() == cidr("10.0.0.0/8")', results: ['true', 'true'] },
  { rule: 'cidr("10.1.2.3/8").ip() == ip("10.1.2.3")', results: ['true', 'true'] },
  { rule: 'cidr("10.1.2.3/8").prefixLength() == 8', results: ['true', 'true'] },
  { rule: 'string(cidr("10.1.2.3/8")) == "10.1.2.3/8"', results: ['true', 'true'] },
  { rule: 'isCIDR("10.0.0.0/33")', results: ['false', 'false'] },
  {
    rule: 'cidr("10.0.0.0") == cidr("10.0.0.0/8")',
    results: [
      'network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("10.0.0.0"): no \'/\'',
      'network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("10.0.0.0"): no \'/\'',
    ],
  },
  { rule: 'quantity("1Gi").compareTo(quantity("1024Mi")) == 0', results: ['true', 'true'] },
  { rule: 'quantity("500m").isLessThan(quantity("1"))', results: ['true', 'true'] },
  { rule: 'quantity("1.5").isInteger()', results: ['false', 'false'] },
  { rule: 'quantity("1k").asInteger() == 1000', results: ['true', 'true'] },
  { rule: 'quantity("50k").add(20).sub(quantity("20")) == quantity("50k")', results: ['true', 'true'] },
  { rule: 'isQuantity("1.3Mii")', results: ['false', 'false'] },
  {
    rule: 'quantity("x") == quantity("1")',
    results: [
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
  },
  { rule: 'sign(quantity("-1")) == -1', results: ['true', 'true'] },
  {
    rule: 'quantity("-1").sign() == -1',
    errors: [
      "compilation failed: ERROR: <input>:1:20: found no matching overload for 'sign' applied to 'kubernetes.Quantity.()'\n | quantity(\"-1\").sign() == -1\n | ...................^",
    ],
  },
  { rule: 'quantity("500m").asApproximateFloat() == 0.5', results: ['true', 'true'] },
  {
    rule: 'quantity("1") < quantity("2")',
    errors: [
      'compilation failed: ERROR: <input>:1:15: found no matching overload for \'_<_\' applied to \'(kubernetes.Quantity, kubernetes.Quantity)\'\n | quantity("1") < quantity("2")\n | ..............^',
    ],
  },
  {
    rule: 'quantity(self.s).isInteger()',
    results: [
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
  },
  { rule: 'format.dns1123Label().validate("my-name").hasValue()', results: ['false', 'false'] },
  { rule: 'format.dns1123Label().validate("My_Name").value()[0].startsWith("a lowercase")', results: ['true', 'true'] },
  { rule: 'format.named("uuid").value().validate("x").hasValue()', results: ['true', 'true'] },
  { rule: '!format.named("nope").hasValue()', results: ['true', 'true'] },
  { rule: 'format.uri().validate("nope").hasValue()', results: ['true', 'true'] },
  { rule: 'format.labelValue().validate(self.s).hasValue()', results: ['true', 'false'] },
  { rule: 'format.date().validate("2024-02-30").hasValue()', results: ['true', 'true'] },
  { rule: 'format.byte().validate("aGVsbG8=").hasValue()', results: ['false', 'false'] },
  { rule: 'format.qualifiedName().validate("a/b/c").hasValue()', results: ['true', 'true'] },
  {
    rule: 'isSemver("1.2.3")',
    errors: [
      "compilation failed: ERROR: <input>:1:9: undeclared reference to 'isSemver' (in container '')\n | isSemver(\"1.2.3\")\n | ........^",
    ],
  },
  {
    rule: 'semver("1.2.3").isLessThan(semver("1.10.0"))',
    errors: [
      'compilation failed: ERROR: <input>:1:7: undeclared reference to \'semver\' (in container \'\')\n | semver("1.2.3").isLessThan(semver("1.10.0"))\n | ......^\nERROR: <input>:1:34: undeclared reference to \'semver\' (in container \'\')\n | semver("1.2.3").isLessThan(semver("1.10.0"))\n | .................................^',
    ],
  },
  {
    rule: 'semver("v1.2", true).minor() == 2',
    errors: [
      "compilation failed: ERROR: <input>:1:7: undeclared reference to 'semver' (in container '')\n | semver(\"v1.2\", true).minor() == 2\n | ......^\nERROR: <input>:1:27: undeclared reference to 'minor' (in container '')\n | semver(\"v1.2\", true).minor() == 2\n | ..........................^",
    ],
  },
  {
    rule: 'authorizer.path("/x").check("get").allowed()',
    errors: [
      'compilation failed: ERROR: <input>:1:1: undeclared reference to \'authorizer\' (in container \'\')\n | authorizer.path("/x").check("get").allowed()\n | ^',
    ],
  },
  {
    rule: 'self.unb.all(x, x.contains("a"))',
    errors: [
      'Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
      'Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      'Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    ],
  },
  {
    rule: 'self.unb.all(x, self.unb.all(y, x == y))',
    errors: [
      'Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
      'Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      'Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    ],
  },
  { rule: 'self.unb.exists(x, x == "x")', results: ['true', 'false'] },
  {
    rule: 'self.long.contains(self.long)',
    errors: [
      'Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
      'Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      'Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    ],
  },
  { rule: 'self.long.size() < 100', results: ['true', 'true'] },
  { rule: 'self.long.matches("^[a-z]*$")', results: ['false', 'true'] },
  { rule: 'self.long.replace("a", "b") == "x"', results: ['false', 'false'] },
  {
    rule: 'self.unb.map(x, x.size()).sum() > 0',
    errors: [
      'Forbidden: estimated rule cost exceeds budget by factor of 1.6x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    ],
  },
  {
    rule: 'self.unb.join(",").size() < 5',
    errors: [
      'Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
      'Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      'Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    ],
  },
  { rule: 'self.ls.all(x, self.li.all(y, self.set.all(z, x + z != string(y))))', results: ['true', 'true'] },
  { rule: 'self.long + self.long == self.long', results: ['false', 'true'] },
  { rule: 'self.unb == self.unb', results: ['true', 'true'] },
  {
    rule: 'self.long.split(",").all(x, x.size() < 5)',
    errors: [
      'Forbidden: estimated rule cost exceeds budget by factor of 2.0x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    ],
  },
  { rule: 'self.unb.all(x, has(self.opt))', results: ['false', 'true'] },
  { rule: 'self.long.lowerAscii() == self.long', results: ['true', 'true'] },
  {
    rule: 'self.unb.isSorted()',
    errors: [
      'Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
      'Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      'Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    ],
  },
  { rule: 'self.long.findAll("a").size() > 1', results: ['false', 'false'] },
  {
    rule: 'sets.contains(self.unb, self.ls)',
    errors: [
      'Forbidden: estimated rule cost exceeds budget by factor of 1.048576x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    ],
  },
  { rule: 'self.ml.all(x, self.ml2.exists_one(y, x.k == y.k))', results: ['true', 'true'] },
  {
    rule: 'self.unb.all(x, self.ls.exists(y, y == x))',
    errors: [
      'Forbidden: estimated rule cost exceeds budget by factor of 15.3x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
      'Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      'Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of 1.5x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    ],
  },
  {
    rule: 'self.unb.all(x, url(x).getHost() == "a")',
    errors: [
      'Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
      'Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      'Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    ],
  },
  {
    rule: 'self.unb.all(x, quantity(x).isInteger())',
    errors: [
      'Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
      'Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      'Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    ],
  },
  {
    rule: 'self.unb.all(x, x.matches("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"))',
    errors: [
      'Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
      'Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      'Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    ],
  },
  { rule: 'self.li.map(x, self.li.map(y, x * y)).size() > 0', results: ['true', 'false'] },
  {
    rule: 'self.unb.filter(x, x != "").map(x, x + x).exists(x, x == "")',
    errors: [
      'Forbidden: estimated rule cost exceeds budget by factor of 3.5x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    ],
  },
  { rule: 'self.unb.all(x, x.startsWith("a"))', results: ['false', 'true'] },
  { rule: 'self.unb.transformMap(i, x, x).all(k, v, v != "")', results: ['true', 'true'] },
  { rule: '"%s".format([self.long]) == ""', results: ['false', 'true'] },
  {
    rule: 'self.unb.all(x, isIP(x))',
    errors: [
      'Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
      'Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      'Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    ],
  },
  { rule: 'self.long in self.unb', results: ['false', 'false'] },
  { rule: 'size(self.unb) > 0 ? self.unb[0].size() > 1 : self.long.endsWith("x")', results: ['false', 'false'] },
];
