import fc from 'fast-check';
import type { ApiObject } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { compileKinds } from '../definition/compile-kinds.js';
import { autoscalingKinds } from './autoscaling.kinds.js';

const { annotations: KEYS } = vocabularies.orch;
const definitions = compileKinds(autoscalingKinds, vocabularies.orch);
const definitionOf = (version: string) => definitions.find((definition) => definition.gvk.version === version)!;
const stored = definitionOf('v2');
const canonical = (object: object, definition = stored) => definition.schema.stored(object);

const name = fc.constantFrom('a', 'queue-length', '__proto__');
const amount = fc.constantFrom('1', '500m', '10Gi');
const percent = fc.integer({ min: 1, max: 500 });
const selector = fc.option(
  fc.oneof(fc.constant({}), fc.record({ matchLabels: fc.record({ app: fc.constantFrom('a', 'b') }) })),
  { nil: undefined },
);
const reference = fc.record({ kind: name, name, apiVersion: fc.constant('apps/v1') });
const identifier = fc.record({ name, selector });
const utilization = percent.map((averageUtilization) => ({ type: 'Utilization', averageUtilization }));
const value = amount.map((v) => ({ type: 'Value', value: v }));
const average = amount.map((averageValue) => ({ type: 'AverageValue', averageValue }));
const resourceName = fc.constantFrom('cpu', 'memory', 'example.com/gpu');

/** Metrics that pass validation. */
const metric = fc.oneof(
  fc.record({
    type: fc.constant('Object'),
    object: fc.record({ describedObject: reference, target: fc.oneof(value, average), metric: identifier }),
  }),
  fc.record({ type: fc.constant('Pods'), pods: fc.record({ metric: identifier, target: average }) }),
  fc.record({
    type: fc.constant('Resource'),
    resource: fc.record({ name: resourceName, target: fc.oneof(utilization, average) }),
  }),
  fc.record({
    type: fc.constant('ContainerResource'),
    containerResource: fc.record({ name: resourceName, target: fc.oneof(utilization, average), container: name }),
  }),
  fc.record({
    type: fc.constant('External'),
    external: fc.record({ metric: identifier, target: fc.oneof(value, average) }),
  }),
);
const measured = fc.record({ averageUtilization: percent, averageValue: amount }, { requiredKeys: ['averageValue'] });
const valueAndAverage = fc.record({ value: amount, averageValue: amount }, { requiredKeys: ['value'] });
const metricStatus = fc.oneof(
  fc.record({
    type: fc.constant('Object'),
    object: fc.record({ metric: identifier, current: valueAndAverage, describedObject: reference }),
  }),
  fc.record({
    type: fc.constant('Pods'),
    pods: fc.record({ metric: identifier, current: fc.record({ averageValue: amount }) }),
  }),
  fc.record({ type: fc.constant('Resource'), resource: fc.record({ name: resourceName, current: measured }) }),
  fc.record({
    type: fc.constant('ContainerResource'),
    containerResource: fc.record({ name: resourceName, current: measured, container: name }),
  }),
  fc.record({
    type: fc.constant('External'),
    external: fc.record({ metric: identifier, current: valueAndAverage }),
  }),
);
const rules = fc.record(
  {
    stabilizationWindowSeconds: fc.integer({ min: 0, max: 3_600 }),
    selectPolicy: fc.constantFrom('Max', 'Min', 'Disabled'),
    policies: fc.array(fc.record({ type: fc.constant('Pods'), value: percent, periodSeconds: percent }), {
      minLength: 1,
    }),
  },
  { requiredKeys: [] },
);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const autoscaler = fc
  .record({
    metadata: fc.record({ name, annotations: optional(fc.constant({ mine: 'x' })) }),
    spec: fc.record({
      scaleTargetRef: reference,
      minReplicas: optional(percent),
      maxReplicas: percent,
      metrics: optional(fc.array(metric, { maxLength: 4 })),
      behavior: optional(fc.record({ scaleUp: optional(rules), scaleDown: optional(rules) })),
    }),
    status: fc.record({
      desiredReplicas: percent,
      currentReplicas: percent,
      observedGeneration: optional(percent),
      currentMetrics: optional(fc.array(metricStatus, { maxLength: 3 })),
      conditions: optional(
        fc.array(fc.record({ type: name, status: fc.constant('True'), reason: name }), { minLength: 1, maxLength: 2 }),
      ),
    }),
  })
  .map((object) => canonical(object) as unknown as ApiObject);

describe('versions of HorizontalPodAutoscaler', () => {
  for (const version of ['v1', 'v2beta1', 'v2beta2']) {
    const definition = definitionOf(version);
    const { toStored, fromStored } = definition.conversion!;
    const shownAs = (object: ApiObject) => canonical(fromStored(object), definition) as unknown as ApiObject;

    it(`D-238 ${version} converts stored objects without loss and without unknown fields`, () =>
      fc.assert(
        fc.property(autoscaler, (object) => {
          const unknownFields: string[] = [];
          const shown = definition.schema.decode(fromStored(object), { unknownFields, duplicateFields: [] });
          expect(unknownFields).toEqual([]);
          expect(canonical(toStored(shown as unknown as ApiObject))).toEqual(canonical(object));
        }),
      ));
    it(`D-238 ${version} round-trips through the stored version`, () =>
      fc.assert(
        fc.property(autoscaler, (object) => {
          const sent = shownAs(object);
          expect(shownAs(canonical(toStored(sent)) as unknown as ApiObject)).toEqual(sent);
        }),
      ));
  }

  const { toStored, fromStored } = definitionOf('v1').conversion!;
  const cpu = (averageUtilization: number) => ({
    type: 'Resource',
    resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
  });
  const memory = {
    type: 'Resource',
    resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } },
  };
  const target = { scaleTargetRef: { kind: 'Deployment', name: 'web' }, maxReplicas: 3 };

  it('D-245 v1 has the cpu target in its field and other metrics in an annotation', () => {
    const shown = fromStored({ metadata: { name: 'x' }, spec: { ...target, metrics: [cpu(60), memory] } });
    expect(shown['spec']).toEqual({ ...target, targetCPUUtilizationPercentage: 60 });
    expect(JSON.parse(shown.metadata.annotations![KEYS.autoscalerMetrics]!)).toEqual([
      { type: 'Resource', resource: { name: 'memory', targetAverageValue: '1Gi' } },
    ]);
  });
  it('D-245 keeps the order of other metrics when a v1 client changes the cpu target', () => {
    const shown = fromStored({ metadata: { name: 'x' }, spec: { ...target, metrics: [memory, cpu(60), cpu(70)] } });
    const changed = { ...shown, spec: { ...(shown['spec'] as object), targetCPUUtilizationPercentage: 90 } };
    expect(toStored(changed)['spec']).toEqual({ ...target, metrics: [memory, cpu(90), cpu(70)] });
    expect(toStored({ ...shown, spec: target })['spec']).toEqual({ ...target, metrics: [memory, cpu(70)] });
  });
  it('D-245 decodes metrics that clients put into the annotation', () => {
    const metadata = {
      name: 'x',
      annotations: {
        [KEYS.autoscalerMetrics]: '[{"type":"Resource","resource":{"name":"memory","targetAverageValue":"1Gi"}}]',
      },
    };
    expect(toStored({ metadata, spec: { ...target, targetCPUUtilizationPercentage: 60 } })).toEqual({
      metadata: { name: 'x' },
      spec: { ...target, metrics: [cpu(60), memory] },
    });
  });
  it('v1 round-trips the current cpu utilization', () => {
    const status = { desiredReplicas: 2, currentReplicas: 1, currentCPUUtilizationPercentage: 44 };
    const current = { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 44 } } };
    expect(toStored({ metadata: {}, status })['status']).toEqual({
      desiredReplicas: 2,
      currentReplicas: 1,
      currentMetrics: [current],
    });
    expect(
      fromStored({ metadata: {}, status: { desiredReplicas: 2, currentReplicas: 1, currentMetrics: [current] } })[
        'status'
      ],
    ).toEqual(status);
  });
  for (const [what, text] of [
    ['no JSON', '{'],
    ['no list', '{}'],
    ['nothing', 'null'],
    ['nothing in its list', '[{},null]'],
    ['a list in its list', '[[]]'],
  ] as const) {
    it(`drops an annotation with ${what}`, () => {
      const metadata = { name: 'x', annotations: { [KEYS.autoscalerMetrics]: text } };
      expect(toStored({ metadata, spec: target })).toEqual({ metadata: { name: 'x' }, spec: target });
    });
  }
  for (const key of [
    KEYS.autoscalerMetrics,
    KEYS.autoscalerCurrentMetrics,
    KEYS.autoscalerConditions,
    KEYS.autoscalerBehavior,
  ]) {
    it(`refuses an annotation ${key} of more values than one turn may read`, () => {
      const withText = (text: string): ApiObject => ({ metadata: { name: 'x', annotations: { [key]: text } } });
      expect(() => toStored(withText(`[${'{},'.repeat(2_001)}{}]`))).toThrow(
        `the annotation ${key} has too many values`,
      );
      expect(toStored(withText(`[${'{},'.repeat(2_000)}{}]`)).metadata).toEqual({ name: 'x' });
    });
  }
  it('reads behavior with the names of fields as kube-apiserver writes them', () => {
    const text = JSON.stringify({ ScaleDown: { StabilizationWindowSeconds: 5, Policies: [{ Type: 'Pods' }] } });
    const metadata = { name: 'x', annotations: { [KEYS.autoscalerBehavior]: text } };
    expect(toStored({ metadata, spec: target })['spec']).toEqual({
      ...target,
      behavior: { scaleDown: { stabilizationWindowSeconds: 5, policies: [{ type: 'Pods' }] } },
    });
  });
  it('D-243 v2beta1 has one field per target type of a resource', () => {
    const shown = definitionOf('v2beta1').conversion!.fromStored({
      metadata: { name: 'x' },
      spec: { ...target, metrics: [cpu(60), memory] },
    });
    expect((shown['spec'] as { metrics: object }).metrics).toEqual([
      { type: 'Resource', resource: { name: 'cpu', targetAverageUtilization: 60 } },
      { type: 'Resource', resource: { name: 'memory', targetAverageValue: '1Gi' } },
    ]);
  });
  it('D-244 v2beta1 has other field names for metrics and objects', () => {
    const describedObject = { kind: 'Ingress', name: 'main' };
    const metrics = [
      {
        type: 'Pods',
        pods: { metric: { name: 'p', selector: {} }, target: { type: 'AverageValue', averageValue: '2' } },
      },
      { type: 'Object', object: { describedObject, metric: { name: 'o' }, target: { type: 'Value', value: '3' } } },
      { type: 'External', external: { metric: { name: 'e' }, target: { type: 'AverageValue', averageValue: '4' } } },
    ];
    const older = [
      { type: 'Pods', pods: { metricName: 'p', selector: {}, targetAverageValue: '2' } },
      { type: 'Object', object: { target: describedObject, metricName: 'o', targetValue: '3' } },
      { type: 'External', external: { metricName: 'e', targetAverageValue: '4' } },
    ];
    const conversion = definitionOf('v2beta1').conversion!;
    const metadata = { name: 'x' };
    expect(conversion.fromStored({ metadata, spec: { ...target, metrics } })['spec']).toEqual({
      ...target,
      metrics: older,
    });
    expect(conversion.toStored({ metadata, spec: { ...target, metrics: older } })['spec']).toEqual({
      ...target,
      metrics,
    });
  });
  it('v2beta1 keeps the behavior in an annotation', () => {
    const behavior = { scaleUp: { selectPolicy: 'Min' } };
    const shown = definitionOf('v2beta1').conversion!.fromStored({
      metadata: { name: 'x' },
      spec: { ...target, behavior },
    });
    expect(shown).toEqual({
      metadata: { name: 'x', annotations: { [KEYS.autoscalerBehavior]: JSON.stringify(behavior) } },
      spec: target,
    });
  });
});
