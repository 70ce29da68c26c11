import { builtinKinds, type KindDeclaration, type SubresourceStrategy } from '@orch/api';
import { ApiError, type ApiObject, type FieldSet } from '@orch/apimachinery';
import type { ResourceStore, WriteResult } from '@orch/registry';
import { startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';
import { vocabularies, type Vocabulary } from '@orch/vocabulary';
import fc from 'fast-check';
import { structArbitrary } from '../../../libs/api/src/testing/struct-arbitrary.js';
import { variedObject } from '../../../libs/api/src/testing/varied-object.js';

const vocabulary = vocabularies.orch;

/** The kind without rules about values, which random objects would not pass. */
function withoutRules(declaration: KindDeclaration): KindDeclaration {
  const { inVocabulary, strategy: _strategy, subresources = {}, ...kind } = declaration;
  const unruled = Object.entries(subresources).map(([name, make]) => {
    const makeUnruled = (of: Vocabulary): SubresourceStrategy => ({ ...make(of), validateUpdate: () => [] });
    return [name, makeUnruled] as const;
  });
  return {
    ...kind,
    subresources: Object.fromEntries(unruled),
    ...(inVocabulary && { inVocabulary: (of) => withoutRules(inVocabulary(of)) }),
  };
}

const storedName = (declaration: KindDeclaration): string => {
  const { group, version, kind, conversion, inVocabulary } = declaration;
  if (inVocabulary) return storedName(inVocabulary(vocabulary));
  const { storedAs } = (typeof conversion === 'function' ? conversion(vocabulary) : conversion) ?? {
    storedAs: { group, version, kind },
  };
  return `${storedAs.group}/${storedAs.version} ${storedAs.kind}`;
};

/**
 * Left out: a version that was removed in the release that added fields of the other versions, so that no server has both; and definitions, whose
 * defaults come from their rules, which this test leaves out (`apiextensions` has a test of the round trip).
 */
const isLeftOut = ({ kind, version }: KindDeclaration): boolean =>
  kind === 'CustomResourceDefinition' || (kind === 'PodCertificateRequest' && version === 'v1alpha1');

const families = [...new Set(builtinKinds.map(storedName))]
  .map((name) => [name, builtinKinds.filter((kind) => storedName(kind) === name && !isLeftOut(kind))] as const)
  .filter(([, versions]) => versions.length > 1 && !versions[0]!.verbs);

interface Step {
  readonly as: 'apply' | 'put' | 'label' | 'status';
  readonly manager: string;
  readonly force: boolean;
  readonly version: number;
  readonly content: Content;
  readonly labels: { readonly a: string; readonly b?: string; readonly c?: string };
}

const label = fc.constantFrom('1', '2');
const labels = fc.record({ a: label, b: label, c: label }, { requiredKeys: ['a'] });

const resourceMetric = (name: string, fields: object) => ({ type: 'Resource', resource: { name, ...fields } });
const NEWER_METRICS = [
  resourceMetric('cpu', { target: { type: 'Utilization', averageUtilization: 60 } }),
  resourceMetric('memory', { target: { type: 'AverageValue', averageValue: '1Gi' } }),
];
const OLDER_METRICS = [
  resourceMetric('cpu', { targetAverageUtilization: 60 }),
  resourceMetric('memory', { targetAverageValue: '1Gi' }),
];

type Content = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A port of a backend by name and number at once is not valid, and older versions cannot say it. */
const withValidPorts = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, member: unknown) => {
    if (!isRecord(member) || !('name' in member && 'number' in member)) return member;
    const { number: _number, ...rest } = member;
    return rest;
  });

/** An empty name of a node and a false `allNodes` of a slice are not valid, and v1beta1 cannot say them. */
function withValidNodes(content: Content, { kind }: KindDeclaration): Content {
  if (kind !== 'ResourceSlice' || !isRecord(content['spec'])) return content;
  const { nodeName, allNodes, ...spec } = content['spec'];
  return { ...content, spec: { ...spec, ...(nodeName ? { nodeName } : {}), ...(allNodes ? { allNodes } : {}) } };
}

/** Conversions of metrics lose nothing only where those are valid, which `autoscaling/conversion.spec.ts` checks. */
function withValidMetrics(content: Content, { group, version }: KindDeclaration): fc.Arbitrary<Content> {
  if (group !== 'autoscaling') return fc.constant(content);
  const { status: _status, spec, ...rest } = content;
  if (version === 'v1') return fc.constant({ ...rest, spec });
  const some = fc.subarray(version === 'v2beta1' ? OLDER_METRICS : NEWER_METRICS, { minLength: 1 });
  return some.map((metrics) => ({ ...rest, spec: { ...(spec as object), metrics } }));
}

/** Content of the version at `version`: some of its fields, without metadata. */
const stepIn = (declaration: KindDeclaration, version: number): fc.Arbitrary<Step> =>
  fc.record({
    as: fc.constantFrom('apply', 'apply', 'apply', 'put', 'label', 'status'),
    manager: fc.constantFrom('m', 'm', 'n'),
    force: fc.boolean(),
    version: fc.constant(version),
    content: fc
      // The second also has the fields that releases took away.
      .oneof(
        structArbitrary(declaration.type),
        fc.integer().map((seed) => variedObject(declaration.type, seed)),
      )
      .chain((object) => fc.subarray(Object.entries(object).filter(([name]) => name !== 'metadata')))
      .map((members) => withValidNodes(withValidPorts(Object.fromEntries(members)) as Content, declaration))
      .chain((content) => withValidMetrics(content, declaration)),
    labels,
  });

const stepsOf = (versions: readonly KindDeclaration[]) =>
  fc.array(fc.oneof(...versions.map(stepIn)), { minLength: 2, maxLength: 6 });

/** One object, written in any of the versions of its kind. */
class Play {
  constructor(
    private readonly stores: readonly ResourceStore[],
    private readonly name: string,
  ) {}

  /** The object in each version; undefined where it is absent. */
  seen(): readonly (ApiObject | undefined)[] {
    return this.stores.map((store) => {
      const entry = store.get(this.namespace, this.name);
      return entry && (JSON.parse(store.form.show(entry.bytes, entry.revision).toString()) as ApiObject);
    });
  }

  /** Undefined: it was refused. */
  async write(step: Step): Promise<WriteResult | undefined> {
    const { definition, writer } = this.stores[step.version]!;
    const request = testWrite(this.namespace, { fieldManager: step.manager, fieldValidation: 'Ignore' });
    const identity = { kind: definition.gvk.kind, apiVersion: definition.apiVersion };
    const hasSpec = definition.definitions.get(definition.schemaName)?.properties?.['spec'] !== undefined;
    const metadata = { name: this.name, labels: step.labels };
    // Defaults are for objects that have a spec where they must.
    const sent = { ...(hasSpec && { spec: {} }), ...step.content, ...identity, metadata };
    const body = { value: sent, duplicateFields: [] };
    const current = this.seen()[step.version];
    const hasStatus = definition.subresources.has('status');
    try {
      if (step.as === 'label' && current) {
        const labelled = { ...current, metadata: { ...current.metadata, labels: step.labels } };
        return await writer.update(request, this.name, { value: labelled, duplicateFields: [] });
      }
      if (step.as === 'put' && current) return await writer.update(request, this.name, body);
      if (step.as === 'status' && hasStatus) return await writer.apply(request, this.name, 'status', body, step.force);
      return await writer.apply(request, this.name, '', body, step.force);
    } catch (error) {
      // An invalid random object is a client error; anything else would be a 500.
      if (error instanceof ApiError && error.code < 500) return undefined;
      throw error;
    }
  }

  private get namespace(): string {
    return this.stores[0]!.definition.declaration.namespaced ? 'default' : '';
  }
}

/** Paths of the fields of a set that an object has, but for empty maps, which are not stored, and items of lists. */
const present = (fields: FieldSet, object: unknown, above = ''): string[] =>
  Object.keys(fields).flatMap((element) => {
    const value = isRecord(object) && element.startsWith('f:') ? object[element.slice(2)] : undefined;
    const path = `${above}/${element}`;
    return isRecord(value) ? present(fields[element]!, value, path) : value === undefined ? [] : [path];
  });

const withoutBookkeeping = (object: ApiObject | undefined): unknown => {
  if (!object) return undefined;
  const { labels: _labels, resourceVersion: _version, managedFields: _owners, ...metadata } = object.metadata;
  return { ...object, metadata };
};

describe('an object that is applied and updated in several versions of its kind', () => {
  let started: TestRegistry;
  let names = 0;
  beforeAll(async () => {
    started = await startTestRegistry({ kinds: builtinKinds.map(withoutRules) });
  });
  afterAll(() => started.close());

  const storesOf = (versions: readonly KindDeclaration[]) =>
    versions.map(({ group, version, resource }) => {
      const store = started.registry.resource(vocabulary.groups[group], version, resource);
      if (!store) throw new Error(`no ${group}/${version} ${resource}`);
      return store;
    });

  it.each(families)('A-146 A-176 D-238 %s', async (_name, versions) => {
    const stores = storesOf(versions);
    await fc.assert(
      fc.asyncProperty(stepsOf(versions), async (steps) => {
        const play = new Play(stores, `x${++names}`);
        for (const planned of steps) {
          const before = play.seen();
          const step: Step = before[0] ? planned : { ...planned, as: 'apply' };
          const written = await play.write(step);
          const after = play.seen();
          if (!written) {
            expect(after).toEqual(before);
            continue;
          }
          if (step.as === 'label') {
            // Nothing is lost; the version of the write may add its defaults.
            expect(after.map(withoutBookkeeping)).toMatchObject(before.map(withoutBookkeeping) as object[]);
            continue;
          }
          if (step.as === 'put') continue;
          // The same again changes nothing, and what others own is there as it was before.
          expect((await play.write(step))?.bytes.toString()).toBe(written.bytes.toString());
          if (step.force) continue;
          for (const { manager, operation, apiVersion, fieldsV1 } of before[0]?.metadata.managedFields ?? []) {
            if (manager === step.manager && operation === 'Apply') continue;
            const at = stores.findIndex(({ definition }) => definition.apiVersion === apiVersion);
            const fields = fieldsV1 as FieldSet;
            expect(present(fields, after[at])).toEqual(expect.arrayContaining(present(fields, before[at])));
          }
        }
      }),
      { numRuns: 12 },
    );
  });
});
