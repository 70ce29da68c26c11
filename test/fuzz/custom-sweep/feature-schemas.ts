import type { JsonSchema } from '@orch/structural-schema';
import {
  EMBEDDED,
  INT_OR_STRING,
  PRESERVED,
  integer,
  keyed,
  list,
  mapOf,
  numbered,
  setOf,
  struct,
  text,
} from './schema-parts.js';

/** Schemas as definitions have them, of one feature each. */
export const FEATURES: Readonly<Record<string, JsonSchema>> = {
  strings: list(text()),
  enums: list(text({ enum: Array.from({ length: 50 }, (_, i) => `value${i}`) })),
  patterns: list(text({ pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$' })),
  slowPattern: list(text({ pattern: '^(([a-z]+)*|(a|aa)+)*$' })),
  countedPattern: list(text({ pattern: '^([a-z0-9]{1,63}\\.){0,8}[a-z]{1,63}$', maxLength: 253 })),
  lengths: list(text({ minLength: 2, maxLength: 63 })),
  formatDate: list(text({ format: 'date-time' })),
  formatMail: list(text({ format: 'email' })),
  formatUri: list(text({ format: 'uri' })),
  formatIp: list(text({ format: 'ipv6' })),
  formatCidr: list(text({ format: 'cidr' })),
  formatByte: list(text({ format: 'byte' })),
  formatUuid: list(text({ format: 'uuid' })),
  formatDuration: list(text({ format: 'duration' })),
  formatHost: list(text({ format: 'hostname' })),
  formatPassword: list(text({ format: 'password' })),
  integers: list(integer({ minimum: 1, maximum: 65535, format: 'int32' })),
  numbers: list({ type: 'number', multipleOf: 0.01, minimum: 0, exclusiveMinimum: true }),
  booleans: list({ type: 'boolean' }),
  intOrString: list({ ...INT_OR_STRING, pattern: '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$' }),
  nullables: list(text({ nullable: true })),
  setStrings: setOf(text()),
  setNumbers: list({ type: 'number' }, { 'x-kubernetes-list-type': 'set' }),
  setLists: list(list(integer(), { 'x-kubernetes-list-type': 'atomic' }), { 'x-kubernetes-list-type': 'set' }),
  setObjects: list(struct({ a: text(), b: text() }, { 'x-kubernetes-map-type': 'atomic' }), {
    'x-kubernetes-list-type': 'set',
  }),
  keyed1: keyed(['name']),
  keyed2: keyed(['name', 'kind']),
  keyed3: keyed(['name', 'kind', 'group'], { v: text(), list: setOf(text()) }),
  keyedDefault: list(struct({ name: text(), protocol: text({ default: 'TCP' }), v: text() }, { required: ['name'] }), {
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name', 'protocol'],
  }),
  keyedNested: keyed(['name'], { v: text(), env: keyed(['name']) }),
  mapStrings: mapOf(text()),
  mapEnum: mapOf(text({ enum: ['a', 'b', 'c'] })),
  mapInts: mapOf(integer({ minimum: 0 })),
  mapAtomic: mapOf(text(), { 'x-kubernetes-map-type': 'atomic' }),
  mapLists: mapOf(list(text({ maxLength: 2 }))),
  mapObjects: mapOf(struct({ a: text(), b: integer() }, { required: ['a', 'b'] })),
  quantities: mapOf({
    ...INT_OR_STRING,
    pattern:
      '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$',
  }),
  required: list(
    struct(
      numbered(40, () => text()),
      { required: Object.keys(numbered(40, () => text())) },
    ),
  ),
  defaults: list(
    struct({
      ...numbered(20, (i) => text({ default: `d${i}` })),
      o: struct({ x: text({ default: 'x' }) }, { default: {} }),
    }),
  ),
  bounds: list(
    struct({ l: list(text(), { minItems: 2, maxItems: 3 }), m: mapOf(text(), { minProperties: 2, maxProperties: 3 }) }),
  ),
  oneOf: list(
    struct(
      numbered(6, () => struct({ x: text() })),
      { oneOf: Array.from({ length: 6 }, (_, i) => ({ required: [`f${i}`] })) },
    ),
  ),
  anyOf: list(
    struct(
      { t: text(), u: text(), n: integer() },
      {
        anyOf: [
          { properties: { t: { enum: ['a'] } }, required: ['t'] },
          { properties: { u: { minLength: 3 } }, required: ['u'] },
          { properties: { n: { minimum: 3 } }, required: ['n'] },
        ],
      },
    ),
  ),
  anyOfTexts: list(text({ anyOf: Array.from({ length: 12 }, (_, i) => ({ pattern: `^x{${i + 1}}$` })) })),
  allOf: list(
    struct(
      { a: text(), b: text() },
      { allOf: [{ required: ['a'] }, { required: ['b'] }, { not: { required: ['a', 'b'] } }] },
    ),
  ),
  not: list(text({ not: { pattern: '^a' } })),
  nested: list(
    struct(
      { k: list(text()), t: text() },
      {
        oneOf: [
          { anyOf: [{ required: ['k'] }, { allOf: [{ required: ['t'] }, { not: { required: ['k'] } }] }] },
          { required: ['zz'] },
        ],
      },
    ),
  ),
  alternativesOfList: list(text(), {
    anyOf: [{ maxItems: 1 }, { items: { pattern: '^b' } }, { items: { enum: ['q'] } }],
  }),
  preserved: { type: 'object', ...PRESERVED },
  preservedItems: list({ type: 'object', ...PRESERVED }),
  anything: { ...PRESERVED },
  embedded: { ...EMBEDDED, ...PRESERVED },
  embeddedItems: list({ ...EMBEDDED, properties: { spec: struct({ a: text() }) } }),
  matrix: list(list(list(text({ enum: ['x'] })))),
  podLike: struct({
    containers: keyed(['name'], {
      v: text(),
      env: keyed(['name']),
      ports: list(
        struct({ containerPort: integer(), protocol: text({ default: 'TCP' }) }, { required: ['containerPort'] }),
        { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['containerPort', 'protocol'] },
      ),
      resources: struct({ limits: mapOf({ 'x-kubernetes-int-or-string': true }) }),
    }),
  }),
  conditions: list(
    struct(
      {
        type: text({ pattern: '^[A-Za-z]+$', maxLength: 316 }),
        status: text({ enum: ['True', 'False', 'Unknown'] }),
        lastTransitionTime: text({ format: 'date-time' }),
        message: text({ maxLength: 32768 }),
        reason: text({ minLength: 1, maxLength: 1024 }),
      },
      { required: ['type', 'status', 'lastTransitionTime', 'message', 'reason'] },
    ),
    { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['type'] },
  ),
  selectors: struct(
    {
      matchLabels: mapOf(text()),
      matchExpressions: list(
        struct(
          { key: text(), operator: text(), values: list(text(), { 'x-kubernetes-list-type': 'atomic' }) },
          { required: ['key', 'operator'] },
        ),
        { 'x-kubernetes-list-type': 'atomic' },
      ),
    },
    { 'x-kubernetes-map-type': 'atomic' },
  ),
};

/** What the value of a feature is below: an attack is a long name above many values. */
export const PARENTS: Readonly<Record<string, (core: JsonSchema) => JsonSchema>> = {
  plain: (core) => core,
  map: (core) => mapOf(core),
  list: (core) => list(struct({ c: core })),
  keyed: (core) =>
    list(struct({ name: text(), c: core }, { required: ['name'] }), {
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
    }),
  mapOfList: (core) => mapOf(list(struct({ c: core }))),
  mapOfMap: (core) => mapOf(mapOf(core)),
  embedded: (core) => mapOf({ ...EMBEDDED, properties: { spec: core } }),
  alternatives: (core) =>
    mapOf({
      type: 'object',
      properties: { c: core },
      anyOf: Array.from({ length: 8 }, (_, i) => ({ required: [`x${i}`] })),
    }),
};
