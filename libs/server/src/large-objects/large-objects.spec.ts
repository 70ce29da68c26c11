import { symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { protobufCodec, ReleaseGates, type CustomResourceDefinition } from '@orch/api';
import { ApiError, FakeClock, type ApiObject } from '@orch/apimachinery';
import { customKindContext, customResourceOf, webhookConversionOf } from '@orch/extensions';
import {
  admitAll,
  Entry,
  objectKey,
  type Admission,
  type ConversionCalls,
  type ConversionExchange,
  type FinishedCall,
  type LargeChanges,
  type LargeConversion,
  type ResourceStore,
} from '@orch/registry';
import { startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { tsChild } from '../../../../test/support/ts-child.js';
import { noYaml } from '@orch/server-testing';
import { negotiate, type RequestContext } from '@orch/http';
import { getObject } from '../resource/read/read-objects.js';
import { PodEviction } from '../resource/virtual/pod-eviction.js';
import { deleteObject } from '../resource/write/delete-objects.js';
import { createObject, patchObject, updateObject } from '../resource/write/write-objects.js';
import { LargeObjects } from './large-objects.js';

const NOW = Date.parse('2026-01-02T03:04:05Z');
const JSON_PATCH = 'application/json-patch+json';
const MERGE = 'application/merge-patch+json';
const STRATEGIC = 'application/strategic-merge-patch+json';
const APPLY = 'application/apply-patch+yaml';
const YAML = 'application/yaml';
const UID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

interface Step {
  readonly verb: 'get' | 'create' | 'update' | 'patch' | 'delete';
  readonly resource: string;
  /** Of a resource that is served in several. */
  readonly version?: string;
  readonly name?: string;
  readonly subresource?: string;
  readonly type?: string;
  readonly accept?: string;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  /** Default: u. */
  readonly user?: string;
}

/** The outcome of one step for a client and an operator. */
interface Outcome {
  readonly code: number | string;
  readonly answer: string;
  readonly stored: string | undefined;
  readonly warnings: readonly string[];
  readonly recorded: unknown;
}

/** Admission that adds a label to created objects, rejects marked ones and records undo calls. */
function labelling(undone: string[]): Admission {
  return {
    mutate: (a) => {
      a.onFailure((outcome) => void undone.push(`${a.name} ${outcome}`));
      if (a.operation !== 'CREATE') return a.object!;
      const { metadata } = a.object!;
      return { ...a.object!, metadata: { ...metadata, labels: { ...metadata.labels, admitted: 'yes' } } };
    },
    validate: (a) => {
      a.warn(`seen ${a.operation} ${a.name}`);
      if (a.object?.metadata.labels?.['refuse'])
        throw ApiError.forbidden({ group: '', resource: 'x', name: a.name }, 'no');
    },
  };
}

const map = (name: string, content: object, metadata: object = {}) => ({
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name, ...metadata },
  ...content,
});
const at = (verb: Step['verb'], name: string, body: unknown, type?: string, query?: Step['query']): Step => ({
  verb,
  resource: 'configmaps',
  name,
  body,
  ...(type === undefined ? {} : { type }),
  ...(query === undefined ? {} : { query }),
});
const deployment = {
  metadata: { name: 'web' },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'x' }] } },
  },
};

/** Each step depends on the previous ones. */
const STEPS: readonly Step[] = [
  { verb: 'create', resource: 'configmaps', body: map('a', { data: { x: '1', y: '2' } }) },
  { verb: 'create', resource: 'configmaps', body: map('a', { data: { x: '1' } }) },
  { verb: 'create', resource: 'configmaps', body: map('dry', { data: { x: '1' } }), query: { dryRun: 'All' } },
  { verb: 'create', resource: 'configmaps', body: map('refused', {}, { labels: { refuse: 'me' } }) },
  { verb: 'create', resource: 'configmaps', body: map('No Name', {}) },
  { verb: 'create', resource: 'configmaps', body: { ...map('odd', {}), odd: 1 }, query: { fieldValidation: 'Warn' } },
  { verb: 'create', resource: 'configmaps', body: { ...map('o', {}), odd: 1 }, query: { fieldValidation: 'Strict' } },
  { verb: 'create', resource: 'configmaps', body: '{"metadata":' },
  { verb: 'create', resource: 'configmaps', body: 'metadata: {name: from-yaml}\ndata: {a: b}', type: YAML },
  at('update', 'a', map('a', { data: { x: '1', y: '3' } })),
  at('update', 'a', map('a', { data: { x: '1', y: '3' } })),
  at('update', 'a', map('a', {}, { resourceVersion: '1' })),
  at('update', 'absent', map('absent', {})),
  at('patch', 'a', { metadata: { annotations: { n: 'm' } } }, MERGE),
  at('patch', 'a', [{ op: 'remove', path: '/data/x' }], JSON_PATCH),
  at('patch', 'a', [{ op: 'test', path: '/data/y', value: 'no' }], JSON_PATCH),
  at('patch', 'a', { data: { z: '4' } }, STRATEGIC),
  at('patch', 'a', map('a', { data: { y: 'other' } }), APPLY, { fieldManager: 'one' }),
  at('patch', 'a', map('a', { data: { y: 'other' } }), APPLY, { fieldManager: 'one', force: 'true' }),
  at('patch', 'made', map('made', { data: { k: 'v' } }), APPLY, { fieldManager: 'one' }),
  at('patch', 'made', map('made', { data: { k: 'v' } }), APPLY, { fieldManager: 'two' }),
  { verb: 'create', resource: 'deployments', body: deployment },
  { verb: 'patch', resource: 'deployments', name: 'web', body: { spec: { replicas: 3 } }, type: MERGE },
  {
    verb: 'update',
    resource: 'deployments',
    name: 'web',
    subresource: 'status',
    body: { ...deployment, status: { replicas: 2 } },
  },
  {
    verb: 'patch',
    resource: 'deployments',
    name: 'web',
    subresource: 'scale',
    body: { spec: { replicas: 5 } },
    type: MERGE,
  },
  at('patch', 'made', { metadata: { finalizers: ['a.b/c'] } }, MERGE),
  { verb: 'delete', resource: 'configmaps', name: 'made' },
  at('patch', 'made', { metadata: { finalizers: null } }, MERGE),
  { verb: 'delete', resource: 'configmaps', name: 'made' },
  { verb: 'delete', resource: 'configmaps', name: 'a' },
];

const GROUP = 'x.example.com';

/** A definition of gadgets: v1 is stored, v2 knows fewer fields. */
const gadgetDefinition = (minimum: number, properties: object) => ({
  metadata: { name: `gadgets.${GROUP}`, uid: '6f1b7a52-0000-4000-8000-000000000001' },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: { plural: 'gadgets', kind: 'Gadget' },
    versions: ['v1', 'v2'].map((name) => ({
      name,
      served: true,
      storage: name === 'v1',
      subresources: { status: {}, scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' } },
      additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: {
            spec: {
              type: 'object',
              'x-kubernetes-validations': [{ rule: "self.mode != 'never'", message: 'never say never' }],
              properties: {
                ...properties,
                size: { type: 'integer', default: 2, minimum },
                mode: { type: 'string', default: 'auto' },
                ...(name === 'v1' ? { old: { type: 'string' } } : {}),
                parts: {
                  type: 'array',
                  'x-kubernetes-list-type': 'map',
                  'x-kubernetes-list-map-keys': ['name'],
                  items: {
                    type: 'object',
                    required: ['name'],
                    properties: { name: { type: 'string' }, color: { type: 'string', default: 'red' } },
                  },
                },
              },
            },
            status: { type: 'object', properties: { size: { type: 'integer' } } },
          },
        },
      },
    })),
  },
  status: {
    acceptedNames: { plural: 'gadgets', kind: 'Gadget', listKind: 'GadgetList', singular: 'gadget' },
    conditions: [{ type: 'Established', status: 'True' }],
  },
});

const gadget = (name: string, spec: object, metadata: object = {}, version = 'v1') => ({
  kind: 'Gadget',
  apiVersion: `${GROUP}/${version}`,
  metadata: { name, ...metadata },
  spec,
});
const gadgetAt = (verb: Step['verb'], name: string, body: unknown, type?: string, query?: Step['query']): Step => ({
  ...at(verb, name, body, type, query),
  resource: 'gadgets',
});
const parts = (...colors: readonly string[]) => colors.map((color, i) => ({ name: `p${i}`, color }));

/** Writes and reads of gadgets: defaults, pruning, rules, list-map keys, owners, both versions. */
const CUSTOM_STEPS: readonly Step[] = [
  gadgetAt('create', '', gadget('g', { parts: [{ name: 'p0' }], old: 'kept', unknown: 1 })),
  gadgetAt('create', '', gadget('g', {})),
  gadgetAt('create', '', gadget('odd', { unknown: 1 }), undefined, { fieldValidation: 'Warn' }),
  gadgetAt('create', '', gadget('odder', { unknown: 1 }), undefined, { fieldValidation: 'Strict' }),
  gadgetAt('create', '', gadget('small', { size: 0 })),
  gadgetAt('create', '', gadget('ruled', { mode: 'never' })),
  gadgetAt('create', '', gadget('twice', { parts: [{ name: 'p' }, { name: 'p' }] })),
  gadgetAt('create', '', gadget('dry', {}), undefined, { dryRun: 'All' }),
  gadgetAt('patch', 'g', { spec: { size: 3 } }, MERGE),
  gadgetAt('patch', 'g', [{ op: 'add', path: '/spec/mode', value: 'never' }], JSON_PATCH),
  gadgetAt('patch', 'g', [{ op: 'add', path: '/spec/size', value: 4 }], JSON_PATCH),
  gadgetAt('patch', 'g', { spec: {} }, STRATEGIC),
  gadgetAt('patch', 'g', gadget('g', { parts: parts('blue', 'green') }), APPLY, { fieldManager: 'one' }),
  gadgetAt('patch', 'g', gadget('g', { parts: parts('blue', 'green') }), APPLY, { fieldManager: 'one', force: 'true' }),
  gadgetAt('patch', 'g', gadget('g', { parts: parts('blue') }), APPLY, { fieldManager: 'one' }),
  { ...gadgetAt('patch', 'g', gadget('g', { size: 9 }, {}, 'v2'), APPLY, { fieldManager: 'two' }), version: 'v2' },
  { ...gadgetAt('patch', 'g', { spec: { mode: 'manual' } }, MERGE), version: 'v2' },
  { ...gadgetAt('get', 'g', undefined), version: 'v2' },
  { ...gadgetAt('get', 'g', undefined), version: 'v2', accept: YAML },
  { ...gadgetAt('get', 'g', undefined), accept: 'application/json;as=Table;v=v1;g=meta.orch.io' },
  { ...gadgetAt('patch', 'g', { status: { size: 1 } }, MERGE), subresource: 'status' },
  { ...gadgetAt('patch', 'g', { spec: { replicas: 5 } }, MERGE), subresource: 'scale' },
  { ...gadgetAt('get', 'g', undefined), subresource: 'scale' },
  gadgetAt('delete', 'g', undefined),
];

/** Reads and writes of objects that a webhook converts: both versions, and a webhook that fails. */
const HOOKED_STEPS: readonly Step[] = [
  ...CUSTOM_STEPS.slice(0, -1),
  { ...gadgetAt('create', '', gadget('w', { size: 7, unknown: 1 }, {}, 'v2')), version: 'v2' },
  { ...gadgetAt('create', '', gadget('dry', {}, {}, 'v2'), undefined, { dryRun: 'All' }), version: 'v2' },
  { ...gadgetAt('get', 'w', undefined), version: 'v2' },
  { ...gadgetAt('update', 'w', gadget('w', { size: 8 }, {}, 'v2')), version: 'v2' },
  { ...gadgetAt('patch', 'w', { status: { size: 1 } }, MERGE), version: 'v2', subresource: 'status' },
  { ...gadgetAt('patch', 'w', { spec: { size: 9 } }, MERGE, { fieldManager: 'unlucky' }), version: 'v2' },
  { ...gadgetAt('create', '', gadget('u', {}, {}, 'v2'), undefined, { fieldManager: 'unlucky' }), version: 'v2' },
  gadgetAt('patch', 'w', { spec: { size: 9 } }, MERGE, { fieldManager: 'unlucky' }),
  { ...gadgetAt('delete', 'w', undefined), version: 'v2' },
  gadgetAt('delete', 'g', undefined),
];

const HOOKED = {
  strategy: 'Webhook',
  webhook: { clientConfig: { url: 'https://hook.example/' }, conversionReviewVersions: ['v1'] },
};

/** A webhook that knows both versions of gadgets. */
class Hook implements ConversionCalls {
  /** Whether it converts nothing to v1. */
  fails = false;
  /** Parts that converted objects have. Default: those that were sent. */
  parts: readonly object[] | undefined;
  readonly outcomes: string[] = [];
  /** Number of calls that wait for an answer. */
  waiting = 0;
  /** Whether the objects were encoded elsewhere. */
  isInThread = false;
  release: () => void = () => undefined;
  private held: Promise<void> | undefined;
  private onWaiting: () => void = () => undefined;

  /** Answers no call until {@link release}. Resolves when that many wait. */
  hold(count: number): Promise<void> {
    this.held = new Promise((resolve) => {
      this.release = () => {
        this.held = undefined;
        resolve();
      };
    });
    return new Promise((resolve) => {
      this.onWaiting = () => {
        if (this.waiting === count) resolve();
      };
    });
  }

  inPlace<T>(convert: (exchange: ConversionExchange) => Promise<T>): Promise<T> {
    return convert((bytes) => this.exchange(bytes));
  }

  private async exchange(bytes: Uint8Array): Promise<Uint8Array> {
    this.isInThread ||= !Buffer.isBuffer(bytes);
    this.waiting++;
    this.onWaiting();
    await this.held;
    this.waiting--;
    const { request, ...review } = JSON.parse(Buffer.from(bytes).toString()) as {
      request: { uid: string; desiredAPIVersion: string; objects: object[] };
    };
    const { uid, desiredAPIVersion, objects } = request;
    const result =
      this.fails && desiredAPIVersion.endsWith('v1')
        ? { status: 'Failure', message: 'not now' }
        : { status: 'Success' };
    const grown = this.parts && { spec: { parts: this.parts } };
    const convertedObjects = objects.map((object) => ({ ...object, apiVersion: desiredAPIVersion, ...grown }));
    return Buffer.from(JSON.stringify({ ...review, response: { uid, result, convertedObjects } }));
  }

  finished({ from, to, outcome }: FinishedCall): void {
    this.outcomes.push(`${from} ${to} ${outcome}`);
  }
}

describe('LargeObjects', () => {
  let file: string;
  beforeAll(() => {
    ({ file } = tsChild(join(__dirname, 'object-worker.ts')));
    // Threads resolve packages from the folder of their script.
    symlinkSync(join(__dirname, '../../../../node_modules'), join(dirname(file), 'node_modules'));
  });
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });

  const largeObjects = (members: number): LargeObjects => {
    const settings = { vocabulary: 'orch', emulatedMinor: 34, features: new ReleaseGates().names };
    const made = new LargeObjects({ settings, file, members, clock: new FakeClock(NOW) });
    open.push(made);
    return made;
  };
  const registry = async (
    admission: Admission = admitAll,
    largeChanges?: LargeChanges,
    largeConversion?: LargeConversion,
  ): Promise<TestRegistry> => {
    const made = await startTestRegistry({
      clock: new FakeClock(NOW),
      admission: () => admission,
      ...(largeChanges && { largeChanges }),
      ...(largeConversion && { largeConversion }),
    });
    open.push(made);
    return made;
  };

  async function run(store: ResourceStore, step: Step, writes: LargeObjects): Promise<Outcome> {
    const { verb, name = '', subresource = '', type = 'application/json', accept, query = {}, body, user = 'u' } = step;
    const warnings: string[] = [];
    let code: number | string = 0;
    let answer = '';
    let recorded: unknown = 'nothing';
    const recordedAnswer: string[] = [];
    const reply = {
      writeHead: (status: number) => (code = status),
      setHeader: () => undefined,
      once: () => undefined,
      end: (bytes?: Buffer) => (answer = String(bytes?.toString('latin1'))),
    };
    const { group, version, resource } = store.definition.gvr;
    const context = {
      info: { isResource: true, verb, group, version, namespace: 'default', resource, subresource, name },
      query: new URLSearchParams(query),
      headers: { accept, 'content-type': type, 'user-agent': 'test' },
      user: { username: user, groups: [] },
      warnings,
      reply,
      record: {
        body: (value: ApiObject, json?: Uint8Array) =>
          (recorded = [
            [value.apiVersion, value.kind, value.metadata?.name],
            JSON.parse(Buffer.from(json ?? Buffer.from(JSON.stringify(value))).toString()),
          ]),
        bodyRefused: () => (recorded = 'refused'),
        answer: (json: Uint8Array) => recordedAnswer.push(Buffer.from(json).toString()),
      },
      yamlDecoder: noYaml,
      signal: new AbortController().signal,
      readBody: async () =>
        Buffer.isBuffer(body)
          ? body
          : Buffer.from(typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body)),
    } as unknown as RequestContext;
    const everything = { decide: () => ({ allowed: true, reason: '' }) };
    try {
      if (verb === 'get') await getObject(store, context, writes);
      else if (verb === 'create') await createObject(store, context, writes);
      else if (verb === 'update') await updateObject(store, context, subresource, everything, writes);
      else if (verb === 'patch') await patchObject(store, context, subresource, everything, writes);
      else await deleteObject(store, context, writes);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      code = error.reason;
      answer = JSON.stringify(error.toStatus());
    }
    const key = name === '' ? (body as { metadata?: { name?: string } }).metadata?.name : name;
    const stored = key === undefined ? undefined : store.get('default', key)?.bytes.toString();
    return { code, answer, stored, warnings, recorded: [recorded, ...recordedAnswer] };
  }

  const withoutUids = (outcome: Outcome): Outcome => JSON.parse(JSON.stringify(outcome).replace(UID, 'UID')) as Outcome;

  it('stores, answers, warns and records the same as on the event loop, including bytes and managed fields', async () => {
    const undone = { here: [] as string[], there: [] as string[] };
    const here = await registry(labelling(undone.here));
    const there = await registry(labelling(undone.there));
    const never = largeObjects(Number.POSITIVE_INFINITY);
    const always = largeObjects(0);
    const codes: (number | string)[] = [];
    for (const step of STEPS) {
      const expected = withoutUids(await run(here.store(step.resource), step, never));
      const outcome = withoutUids(await run(there.store(step.resource), step, always));
      expect({ step, ...outcome }).toEqual({ step, ...expected });
      codes.push(outcome.code);
    }
    expect(codes).toEqual([
      ...[201, 'AlreadyExists', 201, 'Forbidden', 'Invalid', 201, 'BadRequest', 'BadRequest', 201],
      ...[200, 200, 'Conflict', 'NotFound'],
      ...[200, 200, 'Invalid', 200, 'Conflict', 200, 201, 200],
      ...[201, 200, 200, 200],
      ...[200, 200, 200, 'NotFound', 200],
    ]);
    expect(undone.there).toEqual(undone.here);
    expect(undone.here).not.toEqual([]);
    expect(always.threads).toBe(1);
    expect(never.threads).toBe(0);
  });

  /** Serves gadgets as a definition says. @param calls of the webhook that converts them. */
  async function serveGadgets(
    { registry: served }: TestRegistry,
    minimum = 1,
    calls?: ConversionCalls,
    properties: object = {},
  ): Promise<void> {
    const vocabulary = vocabularies.orch;
    const plain = gadgetDefinition(minimum, properties);
    const definition = calls ? { ...plain, spec: { ...plain.spec, conversion: HOOKED } } : plain;
    const bytes = Buffer.from(JSON.stringify(definition));
    const entry = new Entry(objectKey('', definition.metadata.name), 1, bytes, () => ({ labels: {}, fields: {} }));
    const context = customKindContext(vocabulary, 34);
    const typed = definition as unknown as CustomResourceDefinition;
    const reviewGroup = vocabulary.groups.apiextensions;
    const conversion = calls && webhookConversionOf(typed, { reviewGroup, callsOf: () => calls });
    const resource = customResourceOf(typed, entry, context, 0, conversion)!;
    const { definedBy: _stored, ...notStored } = resource;
    await served.serve(notStored);
  }
  const gadgets = ({ registry: served }: TestRegistry, version = 'v1'): ResourceStore =>
    served.resource(GROUP, version, 'gadgets')!;

  it('writes and reads objects of a definition as on the event loop', async () => {
    const here = await registry();
    const there = await registry();
    const never = largeObjects(Number.POSITIVE_INFINITY);
    const always = largeObjects(0);
    for (const one of [here, there]) await serveGadgets(one);
    const codes: (number | string)[] = [];
    for (const step of CUSTOM_STEPS) {
      const expected = withoutUids(await run(gadgets(here, step.version), step, never));
      const outcome = withoutUids(await run(gadgets(there, step.version), step, always));
      expect({ step, ...outcome }).toEqual({ step, ...expected });
      codes.push(outcome.code);
    }
    expect(codes).toEqual([
      ...[201, 'AlreadyExists', 201, 'BadRequest', 'Invalid', 'Invalid', 'Invalid', 201],
      ...[200, 'Invalid', 200, 'UnsupportedMediaType', 'Conflict', 200, 200, 'Conflict', 200],
      ...[200, 200, 200],
      ...[200, 200, 200, 200],
    ]);
    expect([always.threads, never.threads]).toEqual([1, 0]);
  });

  it('writes and reads objects that a webhook converts as on the event loop, and counts its calls', async () => {
    const never = largeObjects(Number.POSITIVE_INFINITY);
    const always = largeObjects(0);
    const hooks = { here: new Hook(), there: new Hook() };
    const here = await registry();
    const there = await registry(admitAll, undefined, always.conversions);
    await serveGadgets(here, 1, hooks.here);
    await serveGadgets(there, 1, hooks.there);
    const codes: (number | string)[] = [];
    for (const step of HOOKED_STEPS) {
      for (const hook of [hooks.here, hooks.there]) hook.fails = step.query?.['fieldManager'] === 'unlucky';
      const expected = withoutUids(await run(gadgets(here, step.version), step, never));
      const outcome = withoutUids(await run(gadgets(there, step.version), step, always));
      expect({ step, ...outcome }).toEqual({ step, ...expected });
      codes.push(outcome.code);
    }
    expect(codes).toEqual([
      ...[201, 'AlreadyExists', 201, 'BadRequest', 'Invalid', 'Invalid', 'Invalid', 201],
      ...[200, 'Invalid', 200, 'UnsupportedMediaType', 'Conflict', 200, 200, 'Conflict', 200],
      ...[200, 200, 200],
      ...[200, 200, 200],
      ...[201, 201, 200, 'Invalid', 200, 'InternalError', 'InternalError', 200, 200],
      200,
    ]);
    expect(hooks.there.outcomes).toContain('v2 v1 success');
    expect(hooks.there.outcomes).toContain('v2 v1 conversion_webhook_malformed_response_failure');
    expect(new Set(hooks.there.outcomes)).toEqual(new Set(hooks.here.outcomes));
    expect(hooks.there.isInThread).toBe(true);
    expect([always.threads, never.threads]).toEqual([1, 0]);
  });

  it('leaves the thread to others while a webhook does not answer', async () => {
    const writes = largeObjects(0);
    const running = await registry();
    const hook = new Hook();
    await serveGadgets(running, 1, hook);
    const four = hook.hold(4);
    const create = (version: string, name: string) =>
      run(gadgets(running, version), gadgetAt('create', '', gadget(name, {}, {}, version)), writes);
    const stuck = Array.from({ length: 9 }, (_, n) => create('v2', `stuck-${n}`));
    await four;
    const maps = running.store('configmaps');
    for (const name of ['a', 'b', 'c'])
      expect((await run(maps, { verb: 'create', resource: 'configmaps', body: map(name, {}) }, writes)).code).toBe(201);
    expect((await create('v1', 'free')).code).toBe(201);
    expect(hook.waiting).toBe(4);
    hook.release();
    expect((await Promise.all(stuck)).map(({ code }) => code)).toEqual(stuck.map(() => 201));
  });

  it('leaves the thread to others while an admission webhook does not answer', async () => {
    const writes = largeObjects(0);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let waiting = 0;
    let four: () => void = () => undefined;
    const fourWait = new Promise<void>((resolve) => (four = resolve));
    const running = await registry({
      ...admitAll,
      *waitsFor({ definition: { gvr }, namespace }) {
        yield;
        return gvr.resource === 'configmaps' ? [`hook of ${namespace}`] : [];
      },
      validate: ({ definition: { gvr } }) => {
        if (gvr.resource !== 'configmaps') return;
        if (++waiting === 4) four();
        return held;
      },
    });
    const create = (resource: string, body: unknown) =>
      run(running.store(resource), { verb: 'create', resource, body }, writes);
    const stuck = Array.from({ length: 9 }, (_, n) => create('configmaps', map(`stuck-${n}`, {})));
    await fourWait;
    for (const name of ['a', 'b', 'c']) expect((await create('secrets', { metadata: { name } })).code).toBe(201);
    expect(waiting).toBe(4);
    release();
    expect((await Promise.all(stuck)).map(({ code }) => code)).toEqual(stuck.map(() => 201));
  });

  it('refuses more writes than may wait for a webhook that does not answer', async () => {
    const writes = largeObjects(0);
    const running = await registry();
    const hook = new Hook();
    await serveGadgets(running, 1, hook);
    const four = hook.hold(4);
    const stuck = Array.from({ length: 4 + 16 + 1 }, (_, n) =>
      run(gadgets(running, 'v2'), gadgetAt('create', '', gadget(`stuck-${n}`, {}, {}, 'v2')), writes),
    );
    await four;
    hook.release();
    const codes = (await Promise.all(stuck)).map(({ code }) => code);
    const count = (wanted: string | number): number => codes.filter((code) => code === wanted).length;
    expect([count(201), count('TooManyRequests')]).toEqual([20, 1]);
  });

  it('writes an object of the same definition in a second thread while a write of another user is not ended', async () => {
    const writes = largeObjects(0);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let asked: () => void = () => undefined;
    const firstWaits = new Promise<void>((resolve) => (asked = resolve));
    const running = await registry({
      ...admitAll,
      validate: ({ name }) => {
        if (name !== 'first') return;
        asked();
        return held;
      },
    });
    await serveGadgets(running);
    const create = (name: string, user: string) =>
      run(gadgets(running), { ...gadgetAt('create', '', gadget(name, {})), user }, writes);
    const first = create('first', 'a');
    await firstWaits;
    expect([(await create('second', 'b')).code, writes.threads]).toEqual([201, 2]);
    release();
    expect((await first).code).toBe(201);
  });

  it('makes a write again by the definition that is served when it is stored', async () => {
    const always = largeObjects(0);
    const changes: (() => Promise<void>)[] = [];
    const running = await registry({
      mutate: ({ object }) => object!,
      validate: async () => changes.pop()?.(),
    });
    await serveGadgets(running);
    changes.push(() => serveGadgets(running, 2));
    const outcome = await run(gadgets(running), gadgetAt('create', '', gadget('g', { size: 1 })), always);
    expect([outcome.code, outcome.answer]).toEqual(['Invalid', expect.stringContaining('greater than or equal to 2')]);
    changes.push(() => serveGadgets(running, 3));
    const made = await run(gadgets(running), gadgetAt('create', '', gadget('g', { size: 3 })), always);
    expect(made.code).toBe(201);
    changes.push(() => serveGadgets(running, 5));
    const patch = gadgetAt('patch', 'g', { spec: { size: 4 } }, MERGE);
    expect((await run(gadgets(running), patch, always)).code).toBe('Invalid');
    expect(changes).toEqual([]);
  });

  const FORMS = [
    ['JSON', {}],
    ['JSON for people', { query: { pretty: 'true' } }],
    ['YAML', { accept: YAML }],
    ['protobuf', { accept: 'application/vnd.orch.protobuf' }],
    ['a Table', { accept: 'application/json;as=Table;v=v1;g=meta.orch.io' }],
    ['a Table for people', { accept: 'application/json;as=Table;v=v1;g=meta.orch.io', query: { pretty: 'true' } }],
    ['metadata only', { accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.orch.io' }],
  ] as const;

  it.each(FORMS)('answers with an object and its scale in %s as on the event loop', async (_form, headers) => {
    const running = await registry();
    const deployments = running.store('deployments');
    const never = largeObjects(Number.POSITIVE_INFINITY);
    const always = largeObjects(0);
    const get: Step = { verb: 'get', resource: 'deployments', name: 'web', ...headers };
    expect((await run(deployments, { verb: 'create', resource: 'deployments', body: deployment }, never)).code).toBe(
      201,
    );
    for (const subresource of ['', 'scale']) {
      const expected = await run(deployments, { ...get, subresource }, never);
      expect(expected.code).toBe(200);
      expect(await run(deployments, { ...get, subresource }, always)).toEqual(expected);
    }
    expect(always.threads).toBe(1);
  });

  it.each([
    ['a Table', 'configmaps', 'v1', 'application/json;as=Table;v=v1;g=meta.orch.io'],
    ['protobuf', 'configmaps', 'v1', 'application/vnd.orch.protobuf;stream=watch'],
    ['metadata only', 'configmaps', 'v1', 'application/json;as=PartialObjectMetadata;v=v1;g=meta.orch.io'],
    ['JSON of another version', 'gadgets', 'v2', 'application/json'],
  ])('encodes events of large objects in %s as on the event loop', async (_form, resource, version, accept) => {
    const running = await registry();
    await serveGadgets(running);
    const isCustom = resource === 'gadgets';
    const store = isCustom ? gadgets(running, version) : running.store(resource);
    const numbers = (count: number) => Array.from({ length: count }, (_, n) => `n${n}`);
    const create = async (name: string, count: number) => {
      const step = isCustom
        ? gadgetAt('create', '', gadget(name, { parts: numbers(count).map((part) => ({ name: part })) }))
        : at(
            'create',
            '',
            map(name, { data: Object.fromEntries(numbers(count).map((key) => [key, `value of ${key}`])) }),
          );
      const writes = largeObjects(Number.POSITIVE_INFINITY);
      expect((await run(isCustom ? gadgets(running) : store, step, writes)).code).toBe(201);
    };
    await create('big', 3_000);
    await create('little', 3);
    const always = largeObjects(3_000);
    const context = { headers: { accept }, query: new URLSearchParams(), user: { username: 'u', groups: [] } };
    const representation = negotiate(accept, context.query, 'watch', store.definition);
    const events = always.answers!.events(store, context as unknown as RequestContext, representation)!;
    const entry = store.get('default', 'big')!;
    const { revision } = entry;
    expect(events.isLarge({ type: 'ADDED', revision, entry })).toBe(true);
    expect(events.isLarge({ type: 'ADDED', revision, entry: store.get('default', 'little')! })).toBe(false);
    for (const event of [
      { type: 'ADDED', revision, entry },
      { type: 'DELETED', revision: revision + 5, entry },
    ] as const) {
      expect(await events.encoded(event, false)).toEqual(representation.event(store, event));
      const first = representation.firstEvent?.(store, event) ?? representation.event(store, event);
      expect(await events.encoded(event, true)).toEqual(first);
    }
    expect(always.threads).toBe(1);
  });

  it('leaves events that are sent as they are stored to the event loop', async () => {
    const store = (await registry()).store('configmaps');
    const values = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`k${n}`, `value of ${n}`]));
    await run(store, at('create', '', map('big', { data: values })), largeObjects(Number.POSITIVE_INFINITY));
    const representation = negotiate('application/json', new URLSearchParams(), 'watch', store.definition);
    const events = largeObjects(3_000).answers!.events(store, {} as RequestContext, representation)!;
    const entry = store.get('default', 'big')!;
    expect(events.isLarge({ type: 'ADDED', revision: entry.revision, entry })).toBe(false);
  });

  it.each([
    ['a Table of a custom kind', 'v1', 'application/json;as=Table;v=v1;g=meta.orch.io', true],
    ['JSON of a version that is not stored', 'v2', 'application/json', true],
    ['JSON as it is stored', 'v1', 'application/json', false],
    [
      'metadata of a version that is stored',
      'v1',
      'application/json;as=PartialObjectMetadata;v=v1;g=meta.orch.io',
      false,
    ],
  ])('spreads a batch of many events over turns for %s: %#', async (_form, version, accept, isSpread) => {
    const running = await registry();
    await serveGadgets(running);
    const store = gadgets(running, version);
    expect((await run(gadgets(running), gadgetAt('create', '', gadget('a', {})), largeObjects(3_000))).code).toBe(201);
    const entry = store.get('default', 'a')!;
    const representation = negotiate(accept, new URLSearchParams(), 'watch', store.definition);
    const events = largeObjects(3_000).answers!.events(store, {} as RequestContext, representation)!;
    const batch = (count: number) =>
      Array.from({ length: count }, () => ({ type: 'ADDED' as const, revision: entry.revision, entry }));
    expect(events.takeLong(batch(100))).toBe(isSpread);
    expect(events.takeLong(batch(1))).toBe(false);
  });

  it('validates large definitions of kinds in the thread, however few members they have', async () => {
    const definitions = (await registry()).store('customresourcedefinitions');
    const writes = largeObjects(Number.POSITIVE_INFINITY);
    const create = (plural: string, description: string): Step => ({
      verb: 'create',
      resource: 'customresourcedefinitions',
      body: {
        metadata: { name: `${plural}.x.example.com` },
        spec: {
          group: 'x.example.com',
          scope: 'Namespaced',
          names: { plural, kind: `A${plural}` },
          versions: [
            { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', description } } },
          ],
        },
      },
    });
    expect((await run(definitions, create('smalls', ''), writes)).code).toBe(201);
    expect(writes.threads).toBe(0);
    expect((await run(definitions, create('larges', 'x'.repeat(40_000)), writes)).code).toBe(201);
    expect(writes.threads).toBe(1);
  });

  it('writes small objects in the thread when the schema of their kind has cost much before', async () => {
    const one = await registry();
    await serveGadgets(one);
    const store = gadgets(one);
    const body = { apiVersion: store.definition.apiVersion, kind: 'Gadget', metadata: { name: 'a' } };
    const writes = largeObjects(Number.POSITIVE_INFINITY);
    const steps = (name: string): Step => ({
      verb: 'create',
      resource: 'gadgets',
      body: { ...body, metadata: { name } },
    });
    await run(store, steps('a'), writes);
    expect(writes.threads).toBe(0);
    store.definition.longWrites!.found();
    await run(store, steps('b'), writes);
    expect(writes.threads).toBe(1);
  });

  it('makes a write in the thread that exceeds its limit of work here, before anything is stored, and those after it', async () => {
    const undone: string[] = [];
    const limits: boolean[] = [];
    const labels = labelling(undone);
    const one = await registry({
      ...labels,
      mutate: (a) => {
        const admitted = labels.mutate(a);
        limits.push(a.limit !== undefined);
        a.limit?.spend(12_501);
        return admitted;
      },
    });
    await serveGadgets(one);
    const other = await registry(labelling([]));
    await serveGadgets(other);
    const writes = largeObjects(Number.POSITIVE_INFINITY);
    const never = largeObjects(Number.POSITIVE_INFINITY);
    const steps = [
      gadgetAt('create', '', gadget('g', {})),
      gadgetAt('patch', 'g', { spec: { size: 3 } }, MERGE),
      gadgetAt('patch', 'g', gadget('g', { size: 4 }), APPLY, { fieldManager: 'one', force: 'true' }),
    ];
    for (const step of steps) {
      const { warnings, ...expected } = withoutUids(await run(gadgets(other), step, never));
      const outcome = withoutUids(await run(gadgets(one), step, writes));
      expect({ ...outcome, warnings: [...new Set(outcome.warnings)] }).toEqual({ ...expected, warnings });
    }
    expect(undone).toEqual(['g NotStored']);
    expect(limits).toEqual([true, false, false, false]);
    expect([writes.threads, never.threads]).toEqual([1, 0]);
  });

  it('validates a small object in the thread that takes many checks, from the first one on', async () => {
    const one = await registry();
    const alternatives = Array.from({ length: 100 }, (_, index) => ({ maximum: -index - 1 }));
    await serveGadgets(one, 1, undefined, { list: { type: 'array', items: { anyOf: [...alternatives, {}] } } });
    const writes = largeObjects(Number.POSITIVE_INFINITY);
    const create = (name: string, length: number) =>
      run(gadgets(one), gadgetAt('create', '', gadget(name, { list: Array<number>(length).fill(1) })), writes);
    expect([(await create('a', 10)).code, writes.threads]).toEqual([201, 0]);
    expect([(await create('b', 600)).code, writes.threads]).toEqual([201, 1]);
    expect(gadgets(one).get('default', 'b')).toBeDefined();
  });

  it.each([
    ['create', gadgetAt('create', '', gadget('h', {}, {}, 'v2'))],
    ['dry run', gadgetAt('create', '', gadget('h', {}, {}, 'v2'), undefined, { dryRun: 'All' })],
    ['patch', gadgetAt('patch', 'g', { metadata: { labels: { a: 'b' } } }, MERGE)],
    ['apply', gadgetAt('patch', 'g', gadget('g', { size: 4 }, {}, 'v2'), APPLY, { fieldManager: 'one' })],
    ['delete', gadgetAt('delete', 'g', undefined)],
    ['get', gadgetAt('get', 'g', undefined)],
  ])('does a %s in the thread where a webhook makes a small object large', async (_what, step) => {
    const writes = largeObjects(3_000);
    const never = largeObjects(Number.POSITIVE_INFINITY);
    const outcomes: Outcome[] = [];
    for (const made of [writes, never]) {
      const hook = new Hook();
      const one = await registry(admitAll, undefined, made.conversions);
      await serveGadgets(one, 1, hook);
      await run(gadgets(one), gadgetAt('create', '', gadget('g', {})), made);
      expect(made.threads).toBe(0);
      hook.parts = parts(...Array<string>(2_000).fill('blue'));
      outcomes.push(withoutUids(await run(gadgets(one, 'v2'), step, made)));
      expect(made === writes ? hook.isInThread : !hook.isInThread).toBe(true);
    }
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect([writes.threads, never.threads]).toEqual([1, 0]);
  });

  it('writes objects of half a megabyte in the thread, however few members they have', async () => {
    const maps = (await registry()).store('configmaps');
    const writes = largeObjects(Number.POSITIVE_INFINITY);
    const create = (name: string, bytes: number): Step => ({
      verb: 'create',
      resource: 'configmaps',
      body: map(name, { data: { text: 'x'.repeat(bytes) } }),
    });
    expect((await run(maps, create('small', 500_000), writes)).code).toBe(201);
    expect(writes.threads).toBe(0);
    expect((await run(maps, create('large', 600_000), writes)).code).toBe(201);
    expect(writes.threads).toBe(1);
    const others = largeObjects(Number.POSITIVE_INFINITY);
    expect((await run(maps, at('patch', 'large', { data: { a: 'b' } }, MERGE), others)).code).toBe(200);
    expect(others.threads).toBe(1);
  });

  it('sends no more warnings from the thread than an answer has room for', async () => {
    const running = await registry();
    const env = Array.from({ length: 5_000 }, () => ({ name: 'A' }));
    const body = { metadata: { name: 'many' }, spec: { containers: [{ name: 'a', image: 'a', env }] } };
    const step: Step = { verb: 'create', resource: 'pods', body };
    const { code, warnings } = await run(running.store('pods'), step, largeObjects(3_000));
    expect(code).toBe(201);
    expect(warnings.length).toBeGreaterThan(10);
    expect(warnings.length).toBeLessThan(100);
  });

  it('reads protobuf as on the event loop', async () => {
    const running = await registry();
    const maps = running.store('configmaps');
    const body = protobufCodec(maps.definition)!.encode(Buffer.from(JSON.stringify(map('p', { data: { a: 'b' } }))));
    const step: Step = {
      verb: 'create',
      resource: 'configmaps',
      body,
      type: maps.definition.vocabulary.mediaTypes.protobuf,
    };
    expect((await run(maps, step, largeObjects(0))).code).toBe(201);
    expect(maps.object(maps.get('default', 'p')!)['data']).toEqual({ a: 'b' });
  });

  it.each(['YAML', 'protobuf', 'an apply'])(
    'writes %s in the thread that has more members than its length shows',
    async (form) => {
      const endpoints = (await registry()).store('endpoints');
      const writes = largeObjects(100);
      const sent = (name: string, subsets: number): Step => {
        const list = Array<object>(subsets).fill({});
        const object = { ...map(name, { subsets: list }), kind: 'Endpoints' };
        const text = `metadata: {name: ${name}}\nsubsets: ${JSON.stringify(list)}\n`;
        const common = { resource: 'endpoints', body: text } as const;
        if (form === 'YAML') return { ...common, verb: 'create', type: YAML };
        const applied = `apiVersion: v1\nkind: Endpoints\n${text}`;
        const query = { fieldManager: 'one' };
        if (form === 'an apply') return { ...common, verb: 'patch', name, type: APPLY, body: applied, query };
        const body = protobufCodec(endpoints.definition)!.encode(Buffer.from(JSON.stringify(object)));
        return { ...common, verb: 'create', body, type: endpoints.definition.vocabulary.mediaTypes.protobuf };
      };
      const few = await run(endpoints, sent('few', 90), writes);
      expect(writes.threads).toBe(0);
      const many = await run(endpoints, sent('many', 120), writes);
      expect(writes.threads).toBe(1);
      expect(many.code).toBe(few.code);
    },
  );

  it('makes a JSON patch in the thread whose copies make the object large', async () => {
    const endpoints = (await registry()).store('endpoints');
    const writes = largeObjects(100);
    const body = { ...map('copied', {}), kind: 'Endpoints' };
    expect((await run(endpoints, { verb: 'create', resource: 'endpoints', body }, writes)).code).toBe(201);
    const copies = (count: number): Step => {
      const subsets = [{ addresses: Array<object>(40).fill({}) }];
      const copy = { op: 'copy', from: '/subsets/0', path: '/subsets/-' };
      const patch = [{ op: 'add', path: '/subsets', value: subsets }, ...Array<object>(count).fill(copy)];
      return { verb: 'patch', resource: 'endpoints', name: 'copied', type: JSON_PATCH, body: patch };
    };
    const few = await run(endpoints, copies(0), writes);
    expect(writes.threads).toBe(0);
    const many = await run(endpoints, copies(3), writes);
    expect(writes.threads).toBe(1);
    expect(many.code).toBe(few.code);
  });

  it('computes changes of the server itself as on the event loop, each from the newest state', async () => {
    const always = largeObjects(0);
    const running = await registry(admitAll, always.writes);
    const maps = running.store('configmaps');
    await run(maps, { verb: 'create', resource: 'configmaps', body: map('c', { data: { n: '0' } }) }, always);
    const request = { ...testWrite('default'), fieldManager: 'server' };
    const change = () =>
      maps.change(request, 'c', '', (old) => ({
        ...old,
        data: { n: String(Number((old['data'] as { n: string }).n) + 1) },
      }));
    const results = await Promise.all(Array.from({ length: 10 }, change));
    expect(results.at(-1)!.bytes).toEqual(maps.get('default', 'c')!.bytes);
    const { data, metadata } = maps.object(maps.get('default', 'c')!);
    expect([data, metadata.managedFields?.map(({ manager }) => manager)]).toEqual([{ n: '10' }, ['server', 'test']]);
    await expect(
      maps.change(request, 'c', '', () => {
        throw ApiError.badRequest('not so');
      }),
    ).rejects.toMatchObject({ reason: 'BadRequest', message: 'not so' });
    expect(always.threads).toBe(1);
  });

  it('deletes large objects for the server itself as on the event loop', async () => {
    const seen: string[] = [];
    const admission: Admission = {
      mutate: (a) => a.object!,
      validate: (a) => void seen.push(`${a.operation} ${a.name}`),
    };
    const always = largeObjects(0);
    const running = await registry(admission, always.writes);
    const maps = running.store('configmaps');
    for (const [name, finalizers] of [
      ['d', []],
      ['kept', ['a/b']],
    ] as const)
      await maps.writer.create(testWrite('default'), { value: map(name, {}, { finalizers }), duplicateFields: [] });
    expect(always.threads).toBe(0);
    await maps.delete(testWrite('default'), 'd', {});
    expect([maps.get('default', 'd'), always.threads]).toEqual([undefined, 1]);
    await maps.delete(testWrite('default'), 'kept', {});
    expect(maps.object(maps.get('default', 'kept')!).metadata.deletionTimestamp).toBeDefined();
    await expect(maps.delete(testWrite('default'), 'kept', { uid: 'other' })).rejects.toMatchObject({
      reason: 'Conflict',
    });
    await expect(maps.delete(testWrite('default'), 'd', {})).rejects.toMatchObject({ reason: 'NotFound' });
    expect(seen.filter((line) => line.startsWith('DELETE')).sort()).toEqual(['DELETE d', 'DELETE kept']);
  });

  it.each([
    ['protobuf', '', true],
    ['protobuf of metadata only', ';as=PartialObjectMetadataList;g=meta.orch.io;v=v1', true],
    ['a Table', 'application/json;as=Table;g=meta.orch.io;v=v1', false],
  ])('lists large objects as %s as on the event loop', async (_what, parameters, isProtobuf) => {
    const always = largeObjects(0);
    const running = await registry();
    const maps = running.store('configmaps');
    for (const name of ['a', 'b', 'c'])
      await maps.writer.create(testWrite('default'), { value: map(name, { data: { k: name } }), duplicateFields: [] });
    const { definition } = maps;
    const accept = isProtobuf ? definition.vocabulary.mediaTypes.protobuf + parameters : parameters;
    const context = {
      headers: { accept },
      query: new URLSearchParams(),
      user: { username: 'u', groups: [] },
    } as unknown as RequestContext;
    const representation = negotiate(accept, context.query, 'list', definition);
    const page = await maps.list(
      { limit: 0 },
      { namespace: 'default', name: undefined, labels: undefined, fields: undefined },
    );
    const pieces: Buffer[] = [];
    let waits = 0;
    for (const piece of representation.list(maps, page, always.answers!.items(maps, context)).pieces) {
      if (Buffer.isBuffer(piece)) pieces.push(piece);
      else waits += Number(await piece.then(() => 1));
    }
    expect(waits).toBe(3);
    const here = [...representation.list(maps, page).pieces] as Buffer[];
    expect(Buffer.concat(pieces).equals(Buffer.concat(here))).toBe(true);
  });

  it('encodes deeply nested objects as YAML in the thread, however few members they have', async () => {
    const { answers } = largeObjects(3_000);
    const running = await registry();
    const maps = running.store('configmaps');
    const answered: (string | undefined)[] = [];
    const sent = (accept: string, depth: number) => {
      let value: unknown = 'a\n'.repeat(2_000);
      for (let level = 0; level < depth; level++) value = { a: value };
      const reply = {
        writeHead: () => undefined,
        setHeader: () => undefined,
        once: () => undefined,
        end: (bytes?: Buffer) => answered.push(bytes?.toString()),
      };
      const context = {
        info: { subresource: '' },
        headers: { accept },
        query: new URLSearchParams(),
        user: { username: 'u', groups: [] },
        warnings: [],
        reply,
        signal: new AbortController().signal,
      } as unknown as RequestContext;
      const representation = negotiate(accept, context.query, 'item', maps.definition);
      return answers!.send(maps, context, 200, representation, Buffer.from(JSON.stringify(value)), undefined);
    };
    expect([sent(YAML, 20), sent('application/json', 40)]).toEqual([undefined, undefined]);
    await sent(YAML, 40);
    expect(answered.map((text) => text?.split('\n').at(-2))).toEqual([`${' '.repeat(80)}a`]);
  });

  it('encodes the answer of a small write as YAML in the thread when the object is nested deeply', async () => {
    const objects = largeObjects(20_000);
    const running = await registry();
    let schema: object = { type: 'string', description: 'a\n'.repeat(10_000) };
    for (let level = 0; level < 16; level++) schema = { type: 'object', properties: { a: schema } };
    const body = {
      metadata: { name: 'deeps.example.io' },
      spec: {
        group: 'example.io',
        scope: 'Namespaced',
        names: { plural: 'deeps', kind: 'Deep' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
      },
    };
    const store = running.store('customresourcedefinitions');
    const step = { verb: 'create', resource: 'customresourcedefinitions', body } as const;
    expect([(await run(store, { ...step, query: { dryRun: 'All' } }, objects)).code, objects.threads]).toEqual([
      201, 0,
    ]);
    const { code, answer } = await run(store, { ...step, accept: YAML }, objects);
    expect([code, objects.threads, answer.startsWith('apiVersion:')]).toEqual([201, 1, true]);
  });

  it('evicts a large pod without decoding it in one step', async () => {
    const always = largeObjects(0);
    const running = await registry(admitAll, always.writes);
    const pods = running.store('pods');
    const spec = { containers: [{ name: 'c', image: 'i', args: ['x'.repeat(70_000)] }] };
    const body = { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'p' }, spec };
    await pods.writer.create(testWrite('default'), { value: body, duplicateFields: [] });
    const parse = jest.spyOn(Entry.prototype, 'parse');
    await new PodEviction(running.registry, pods, testWrite('default'), { gracePeriodSeconds: 0 }).evict('p');
    const parsed = parse.mock.calls.length;
    parse.mockRestore();
    expect([pods.get('default', 'p'), parsed, always.threads]).toEqual([undefined, 0, 1]);
  });

  it('computes concurrent writes of one object one after another', async () => {
    const running = await registry();
    const maps = running.store('configmaps');
    const writes = largeObjects(0);
    await run(maps, { verb: 'create', resource: 'configmaps', body: map('c', {}) }, writes);
    const patches = Array.from({ length: 20 }, (_, i) =>
      run(maps, at('patch', 'c', { data: { [`k${i}`]: 'v' } }, MERGE), writes),
    );
    expect((await Promise.all(patches)).map(({ code }) => code)).toEqual(patches.map(() => 200));
    expect(Object.keys(maps.object(maps.get('default', 'c')!)['data'] as object)).toHaveLength(20);
  });

  it('undoes admission and releases the object when it closes during a write', async () => {
    const undone: string[] = [];
    let closing: Promise<void> | undefined;
    const writes = largeObjects(0);
    const running = await registry({
      mutate: (a) => {
        a.onFailure((outcome) => void undone.push(outcome));
        return a.object!;
      },
      validate: () => (closing = writes.close()),
    });
    const maps = running.store('configmaps');
    const outcome = await run(maps, { verb: 'create', resource: 'configmaps', body: map('x', {}) }, writes);
    await closing;
    expect(outcome.code).toBe('ServiceUnavailable');
    expect(undone).toEqual(['NotStored']);
    expect(maps.writer.parts.actor.get(objectKey('default', 'x'))).toBeUndefined();
  });
});
