import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Field, Struct } from '../definition/decorators.js';
import { listOf, mapOf } from '../definition/field-type.js';
import { podKind } from '../core/v1/pod/pod.kind.js';
import { configMapKind } from '../core/v1/config-map/config-map.kind.js';
import { fieldDropper } from '../definition/disabled-fields.js';
import { parseFeatureSettings, ReleaseGates, type FeatureGates } from './feature-gates.js';
import { onByDefault, stageIn, type FeatureHistory } from './feature-history.js';
import { GATES_WITHOUT_EFFECT } from './gates-without-effect.js';
import { KNOWN_FEATURES } from './known-features.js';
import { EMULATED_MINORS, NEWEST_MINOR } from './releases.js';

describe('stages', () => {
  const history: FeatureHistory = { alpha: 22, beta: 24, on: 25, ga: 27 };
  const rows: [string, number, string | undefined, boolean][] = [
    ['nothing before it comes', 21, undefined, false],
    ['A-505 alpha is off', 22, 'alpha', false],
    ['beta may begin off', 24, 'beta', false],
    ['A-506 beta is on', 25, 'beta', true],
    ['A-507 general is on', 27, 'ga', true],
    ['B-389 still known two releases later', 29, 'ga', true],
    ['A-508 gone the next, and what it stood for stays', 30, 'removed', true],
  ];
  for (const [name, minor, stage, on] of rows) {
    it(name, () => expect([stageIn(history, minor), onByDefault(history, minor)]).toEqual([stage, on]));
  }
});

describe('gates of a release', () => {
  const gates = (minor: number, ...texts: string[]) => new ReleaseGates(minor, parseFeatureSettings(texts));

  it('A-505 alpha gates are disabled by default', () => {
    expect(gates(24).enabled('RecoverVolumeExpansionFailure')).toBe(false);
    expect(gates(24, 'RecoverVolumeExpansionFailure=true').enabled('RecoverVolumeExpansionFailure')).toBe(true);
  });
  it('A-506 beta gates are enabled by default', () => {
    expect(gates(24).enabled('AnyVolumeDataSource')).toBe(true);
    expect(gates(24, 'AnyVolumeDataSource=false').enabled('AnyVolumeDataSource')).toBe(false);
  });
  it('a gate newer than the release is disabled and not listed', () => {
    expect(gates(26).enabled('InPlacePodVerticalScaling')).toBe(false);
    expect(
      gates(26)
        .states()
        .map(({ name }) => name),
    ).not.toContain('InPlacePodVerticalScaling');
    expect(gates(33).enabled('InPlacePodVerticalScaling')).toBe(true);
  });
  it('a beta gate may be disabled again in one release', () =>
    expect([31, 32, 33, 34].map((minor) => gates(minor).enabled('WatchList'))).toEqual([false, true, false, true]));
  it('every release from the oldest to the newest has gates of each stage', () => {
    for (const minor of EMULATED_MINORS) {
      const stages = new Set(
        gates(minor)
          .states()
          .map(({ stage }) => stage),
      );
      expect([minor, stages.has('alpha'), stages.has('beta'), stages.has('ga')]).toEqual([minor, true, true, true]);
    }
  });
  it('D-234 sets all gates of a stage, except gates set by name', () => {
    const all = gates(24, 'AllAlpha=true', 'AllBeta=false', 'HPAScaleToZero=false', 'EphemeralContainers=true');
    const names = ['RecoverVolumeExpansionFailure', 'HPAScaleToZero', 'AnyVolumeDataSource', 'EphemeralContainers'];
    expect(names.map((name) => all.enabled(name))).toEqual([true, false, false, true]);
  });

  const refused: [string, string, RegExp][] = [
    ['A-507 B-391 a general gate is not switched off', 'CSIStorageCapacity=false', /locked to true/],
    ['A-508 a gate that went is refused', 'CSIDriverRegistry=true', /is gone in release 1\.24/],
    ['a gate of a later release is refused', 'InPlacePodVerticalScaling=true', /PreAlpha at emulated version 1\.24/],
    ['one without an effect is refused', 'JobSuccessPolicy=true', /PreAlpha at emulated version 1\.24/],
    [
      'a gate that came and went after the release is refused',
      'AggregatedDiscoveryEndpoint=false',
      /PreAlpha at emulated version 1\.24/,
    ],
    ['A-508 a gate without an effect that went is refused', 'RootCAConfigMap=true', /is gone in release 1\.24/],
    ['B-391 a general gate without an effect is not switched off', 'EfficientWatchResumption=false', /locked to true/],
    ['A-508 D-234 rejects an unknown gate', 'NoSuchGate=true', /unrecognized feature gate "NoSuchGate"/],
    ['D-234 a value is true or false', 'AnyVolumeDataSource=maybe', /write Name=true or Name=false/],
    ['D-234 a setting has a value', 'AnyVolumeDataSource', /write Name=true or Name=false/],
    ['rejects a name from the Object prototype', 'constructor=true', /unrecognized/],
  ];
  for (const [name, text, message] of refused) it(name, () => expect(() => gates(24, text)).toThrow(message));

  const taken: [string, number, string, string[]][] = [
    ['A-507 B-329 a general gate warns', 24, 'CSIStorageCapacity=true', ['GA feature gate CSIStorageCapacity']],
    [
      'B-389 two releases after it became general',
      26,
      'CSIStorageCapacity=true',
      ['GA feature gate CSIStorageCapacity'],
    ],
    ['B-390 B-392 a beta gate on its way out warns', 24, 'DynamicKubeletConfig=true', ['deprecated feature gate']],
    ['a gate of another part of the release is taken', 27, 'JobReadyPods=false', ['JobReadyPods=false has no effect']],
    ['a general one of them warns', 27, 'CronJobTimeZone=true', ['GA feature gate CronJobTimeZone']],
    ['a deprecated one of them warns', 29, 'KMSv1=false', ['deprecated feature gate KMSv1']],
    ['discovery of everything at once can be off', 27, 'AggregatedDiscoveryEndpoint=false', []],
    ['an alpha gate does not', 24, 'RecoverVolumeExpansionFailure=true', []],
  ];
  for (const [name, minor, text, want] of taken) {
    it(name, () => {
      const { warnings } = gates(minor, text);
      expect(warnings).toHaveLength(want.length);
      for (const part of want) expect(warnings[0]).toContain(part);
    });
  }
});

describe('fields of disabled features', () => {
  @Struct('features.v1.Inner')
  class Inner {
    @Field(1, 'string') name?: string;
    @Field(2, 'string', { featureGate: 'A' }) alpha?: string;
    @Field(3, () => Inner, { pointer: true }) inner?: Inner;
  }
  @Struct('features.v1.Outer')
  class Outer {
    @Field(1, () => Inner) one?: Inner;
    @Field(2, listOf(() => Inner)) many?: Inner[];
    @Field(3, mapOf(() => Inner)) named?: Record<string, Inner>;
    @Field(4, 'string', { featureGate: 'A,B' }) both?: string;
  }
  const only = (...on: string[]): FeatureGates => ({ minor: 33, enabled: (gate) => on.includes(gate) });
  const drop = (object: object, old?: object, features = only('B')) => fieldDropper(Outer, features)!(object, old);

  it('A-505 are dropped at every level', () =>
    expect(
      drop({
        one: { name: 'a', alpha: 'x', inner: { alpha: 'y' } },
        many: [{ name: 'b' }, { alpha: 'x' }],
        named: { k: { alpha: 'x', name: 'c' } },
        both: 'x',
      }),
    ).toEqual({ one: { name: 'a', inner: {} }, many: [{ name: 'b' }, {}], named: { k: { name: 'c' } } }));
  it('stay when the existing object has them', () =>
    expect(drop({ many: [{ alpha: 'x' }], both: 'x' }, { one: { alpha: 'old' } })).toEqual({ many: [{ alpha: 'x' }] }));
  it('does not copy an object without them', () => {
    const object = { one: { name: 'a' }, many: [{ name: 'b' }] };
    expect(drop(object)).toBe(object);
  });
  it('does not copy a list without them', () => {
    const many = [{ name: 'b' }];
    expect((drop({ one: { alpha: 'x' }, many }) as { many: object }).many).toBe(many);
  });
  it('A-506 stay when the feature is enabled', () => expect(fieldDropper(Outer, only('A', 'B'))).toBeUndefined());
  it('has no dropper for a kind without gated fields', () =>
    expect(fieldDropper(configMapKind.type, only())).toBeUndefined());
  it('are dropped in the containers of a pod', () => {
    const pod = { spec: { containers: [{ name: 'c', restartPolicyRules: [] }], workloadRef: { name: 'w' } } };
    expect(fieldDropper(podKind.type, only())!(pod, undefined)).toEqual({ spec: { containers: [{ name: 'c' }] } });
  });
});

it('knows every gate of a field', () => {
  const sources = readdirSync(join(__dirname, '..'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'),
  );
  const named = sources.flatMap((file) =>
    [...readFileSync(join(__dirname, '..', file), 'utf8').matchAll(/featureGate: '([\w,]+)'/g)].flatMap((m) =>
      m[1]!.split(','),
    ),
  );
  expect(named.length).toBeGreaterThan(0);
  expect([...new Set(named)].filter((gate) => !Object.hasOwn(KNOWN_FEATURES, gate))).toEqual([]);
});

it('a gate is in exactly one list', () => {
  expect(Object.keys(GATES_WITHOUT_EFFECT).filter((gate) => Object.hasOwn(KNOWN_FEATURES, gate))).toEqual([]);
});

it('stages are in order and not after the newest release', () => {
  const all = { ...KNOWN_FEATURES, ...GATES_WITHOUT_EFFECT };
  for (const [name, { alpha, beta, ga, deprecated, on }] of Object.entries(all)) {
    const stages = [alpha, beta, ga, deprecated].filter((minor): minor is number => minor !== undefined);
    expect([name, stages]).toEqual([name, [...stages].sort((a, b) => a - b)]);
    expect(Math.max(...stages)).toBeLessThanOrEqual(NEWEST_MINOR);
    if (on !== undefined) expect(beta).toBeLessThanOrEqual(on);
  }
});
