import { builtinKinds, compileKinds, protobufCodec, ReleaseGates, type ResourceDefinition } from '@orch/api';
import { encodeObject, validateObjectMeta, validateObjectMetaUpdate, type ApiObject } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import fc from 'fast-check';
import { structArbitrary } from '../../../libs/api/src/testing/struct-arbitrary.js';
import { mustEqual, parsedJson, unlessRefused, type FuzzTarget } from '../fuzz-target.js';
import { withOddPlaces } from '../odd-values.js';

const KINDS = compileKinds(builtinKinds, vocabularies.kubernetes);
const features = new ReleaseGates();

const odd = fc.oneof(
  fc.constantFrom<unknown>(null, '', 'a', 'A B', '/', '-1', 'metadata.name', '1.2.3.4/33', '::', 0, -1, 1.5, 70_000, 2 ** 31, 1e300, true, [], {}, [''], [null], [[]], [{}], { a: null }, { '': '' }, 'x'.repeat(300)), // prettier-ignore
  fc.string({ unit: 'binary', maxLength: 20 }),
);

/** Two objects of one kind, one to stand and one to come, as typed clients write them but for a few odd places. */
const pair = fc.constantFrom(...KINDS).chain((definition) => {
  const whole = structArbitrary(definition.struct!);
  return fc
    .tuple(whole, withOddPlaces(whole, odd))
    .map(([old, object]) => JSON.stringify([definition.apiVersion, definition.gvk.kind, old, object]));
});

/** All that is asked of an object on its way into the store and out of it. */
export const objects: FuzzTarget<string> = {
  name: 'objects',
  inputs: pair,
  run(text) {
    const [apiVersion, kind, ...sent] = parsedJson(text) as [string, string, unknown, unknown];
    const definition = KINDS.find((known) => known.apiVersion === apiVersion && known.gvk.kind === kind)!;
    const [old, object] = sent.map((value) => unlessRefused(() => decoded(definition, value)));
    if (!object) return;
    const before = JSON.stringify([old, object]);
    judge(definition, object, old);
    show(definition, object);
    if (JSON.stringify([old, object]) !== before) throw new Error('an argument was changed');
  },
};

function decoded(definition: ResourceDefinition, value: unknown): ApiObject {
  const report = { unknownFields: [], duplicateFields: [] };
  const decoded = definition.schema.decode(value, report);
  mustEqual(definition.schema.decode(decoded, report), decoded, 'decoded once and twice');
  const filled = definition.schema.applyDefaults({
    ...decoded,
    kind: definition.gvk.kind,
    apiVersion: definition.apiVersion,
    metadata: decoded['metadata'] ?? {},
  } as ApiObject);
  return definition.declaration.defaults?.(filled, definition.vocabulary) ?? filled;
}

function judge(definition: ResourceDefinition, object: ApiObject, old: ApiObject | undefined): void {
  const { strategy, schema, declaration, vocabulary } = definition;
  const user = { username: 'u', groups: [] };
  const context = { vocabulary, user, now: '2026-11-21T06:00:00Z', features };
  const rules = { nameRule: declaration.nameRule, namespaced: declaration.namespaced, vocabulary };
  validateObjectMeta(object.metadata, rules as unknown as Parameters<typeof validateObjectMeta>[1]);
  schema.validate(object);
  unlessRefused(() => {
    const made = strategy.prepareForCreate?.(object, context) ?? object;
    strategy.validateCreate?.(made, context);
    strategy.warnings?.(made, context);
    strategy.prepareForDelete?.(made, context);
  });
  if (!old) return;
  validateObjectMetaUpdate(object.metadata, old.metadata);
  unlessRefused(() =>
    strategy.validateUpdate?.(strategy.prepareForUpdate?.(object, old, context) ?? object, old, context),
  );
  for (const part of definition.subresources.values()) {
    if (part.view) continue;
    unlessRefused(() => part.validateUpdate?.(part.prepareForUpdate(object, old, context), old, context));
  }
}

function show(definition: ResourceDefinition, object: ApiObject): void {
  const { declaration, conversion, schema } = definition;
  for (const column of declaration.columns ?? []) column.value(object, 0);
  for (const select of Object.values(declaration.selectableFields ?? {})) {
    if (typeof select(object) !== 'string') throw new Error('a selectable field is not a string');
  }
  for (const { view } of definition.subresources.values()) view?.read(object);
  const report = { unknownFields: [], duplicateFields: [] };
  const { resourceVersion: _theStores, selfLink: _notStored, ...metadata } = object.metadata;
  const canonical = schema.decode({ ...object, metadata }, report);
  const { metadata: kept, ...stored } = JSON.parse(encodeObject(object).bytes.toString()) as ApiObject;
  mustEqual(
    schema.decode({ ...stored, metadata: { ...kept, resourceVersion: '' } }, report),
    canonical,
    'stored and read',
  );
  if (conversion) conversion.fromStored(conversion.toStored(object));
  const codec = protobufCodec(definition);
  if (!codec) return;
  // Once a typed client has read it, members that must stand do: from then on it stays as it is.
  const typed = (value: object) => schema.decode(codec.decode(codec.encode(value)), report);
  const once = typed({ ...object, metadata });
  mustEqual(typed(once), once, 'through protobuf');
}
