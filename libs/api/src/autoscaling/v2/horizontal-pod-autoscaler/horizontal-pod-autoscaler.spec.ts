import { vocabularies } from '@orch/vocabulary';
import { ReleaseGates } from '../../../features/feature-gates.js';
import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';
import type { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.types.js';

const harness = new KindTestHarness('HorizontalPodAutoscaler');
const body = (spec: object = {}, metadata: object = {}) => ({
  metadata: { name: 'x', ...metadata },
  spec: { scaleTargetRef: { kind: 'Deployment', name: 'web', apiVersion: 'apps/v1' }, maxReplicas: 5, ...spec },
});
const metric = (type: string, source: object) => ({ metrics: [{ type, ...source }] });
const resource = (target: object) => metric('Resource', { resource: { name: 'cpu', target } });
const pods = (target: object) => metric('Pods', { pods: { metric: { name: 'm' }, target } });
const describedObject = { kind: 'Ingress', name: 'i' };
const object = (target: object) => metric('Object', { object: { describedObject, metric: { name: 'm' }, target } });
const external = (target: object) => metric('External', { external: { metric: { name: 'm' }, target } });
const up = (scaleUp: object) => ({ behavior: { scaleUp } });
const M = 'spec.metrics[0]';
const UP = 'spec.behavior.scaleUp';

describe('HorizontalPodAutoscaler', () => {
  it('defaults', () =>
    expect((harness.made(body()) as HorizontalPodAutoscaler).spec).toMatchObject({
      minReplicas: 1,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
      ],
    }));
  it('has no default behavior, but completes the rules of a given one', () => {
    expect((harness.made(body()) as HorizontalPodAutoscaler).spec).not.toHaveProperty('behavior');
    expect((harness.made(body(up({ selectPolicy: 'Min' }))) as HorizontalPodAutoscaler).spec?.behavior).toEqual({
      scaleUp: {
        stabilizationWindowSeconds: 0,
        selectPolicy: 'Min',
        policies: [
          { type: 'Pods', value: 4, periodSeconds: 15 },
          { type: 'Percent', value: 100, periodSeconds: 15 },
        ],
      },
      scaleDown: { selectPolicy: 'Max', policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] },
    });
  });

  const rows: [string, object, string[]][] = [
    ['nothing wrong', {}, []],
    ['no pods at least', { minReplicas: 0 }, ['spec.metrics FieldValueForbidden']],
    [
      'no pods at most',
      { maxReplicas: 0 },
      ['spec.maxReplicas FieldValueInvalid', 'spec.maxReplicas FieldValueInvalid'],
    ],
    ['more at least than at most', { minReplicas: 6 }, ['spec.maxReplicas FieldValueInvalid']],
    [
      'no target',
      { scaleTargetRef: undefined },
      ['spec.scaleTargetRef.kind FieldValueRequired', 'spec.scaleTargetRef.name FieldValueRequired'],
    ],
    [
      'an invalid name of a target',
      { scaleTargetRef: { kind: 'a/b', name: '..' } },
      ['spec.scaleTargetRef.kind FieldValueInvalid', 'spec.scaleTargetRef.name FieldValueInvalid'],
    ],
    ['use of a resource', resource({ type: 'Utilization', averageUtilization: 50 }), []],
    ['an amount of a resource', resource({ type: 'AverageValue', averageValue: '1Gi' }), []],
    [
      'a sum of a resource',
      resource({ type: 'Value', value: '1' }),
      [`${M}.resource.target.averageUtilization FieldValueRequired`],
    ],
    [
      'no target at all',
      resource({}),
      ['type FieldValueRequired', 'type FieldValueInvalid', 'averageUtilization FieldValueRequired'].map(
        (e) => `${M}.resource.target.${e}`,
      ),
    ],
    [
      'an unknown type of target',
      resource({ type: 'Most' }),
      [`${M}.resource.target.type FieldValueInvalid`, `${M}.resource.target.averageUtilization FieldValueRequired`],
    ],
    [
      'a type without its value',
      resource({ type: 'Utilization' }),
      [`${M}.resource.target.averageUtilization FieldValueRequired`],
    ],
    [
      'two targets in one',
      resource({ type: 'Utilization', averageUtilization: 50, averageValue: '1' }),
      [`${M}.resource.target.averageValue FieldValueForbidden`],
    ],
    [
      'no use',
      resource({ type: 'Utilization', averageUtilization: 0 }),
      [`${M}.resource.target.averageUtilization FieldValueInvalid`],
    ],
    ['an amount for each pod', pods({ type: 'AverageValue', averageValue: '2' }), []],
    ['a sum for all pods', pods({ type: 'Value', value: '2' }), [`${M}.pods.target.averageValue FieldValueRequired`]],
    [
      'a negative amount',
      pods({ type: 'AverageValue', averageValue: '-2' }),
      [`${M}.pods.target.averageValue FieldValueInvalid`],
    ],
    ['a value of an object', object({ type: 'Value', value: '2' }), []],
    ['an object without value', object({ type: 'Value' }), [`${M}.object.target.averageValue FieldValueRequired`]],
    ['a value from outside', external({ type: 'AverageValue', averageValue: '2' }), []],
    [
      'two values from outside',
      external({ type: 'Value', value: '1', averageValue: '2' }),
      [`${M}.external.target.averageValue FieldValueForbidden`],
    ],
    [
      'a container without name',
      metric('ContainerResource', {
        containerResource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 5 } },
      }),
      [`${M}.containerResource.container FieldValueRequired`],
    ],
    [
      'a container and a resource that cannot be',
      metric('ContainerResource', {
        containerResource: {
          name: 'disk',
          container: 'A',
          target: { type: 'Utilization', averageUtilization: 5 },
        },
      }),
      ['container', 'name', 'name'].map((field) => `${M}.containerResource.${field} FieldValueInvalid`),
    ],
    [
      'no type',
      metric('', {}),
      ['Required', 'NotSupported', 'NotSupported'].map((reason) => `${M}.type FieldValue${reason}`),
    ],
    ['an unknown type', metric('Moon', {}), [`${M}.type FieldValueNotSupported`, `${M}.type FieldValueNotSupported`]],
    ['no source', metric('Pods', {}), [`${M}.pods FieldValueRequired`]],
    [
      'two sources',
      metric('Pods', {
        pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '2' } },
        resource: { name: 'cpu' },
      }),
      [`${M}.resource FieldValueForbidden`],
    ],
    [
      'a metric without name',
      metric('Pods', { pods: { metric: {}, target: { type: 'AverageValue', averageValue: '2' } } }),
      [`${M}.pods.metric.name FieldValueRequired`],
    ],
    [
      'a negative window',
      up({ stabilizationWindowSeconds: -1 }),
      [`${UP}.stabilizationWindowSeconds FieldValueInvalid`],
    ],
    [
      'a window of over an hour',
      up({ stabilizationWindowSeconds: 3_601 }),
      [`${UP}.stabilizationWindowSeconds FieldValueInvalid`],
    ],
    ['an unknown choice', up({ selectPolicy: 'Any' }), [`${UP}.selectPolicy FieldValueNotSupported`]],
    ['no policy', up({ policies: [] }), [`${UP}.policies FieldValueRequired`]],
    [
      'a policy of nothing',
      up({ policies: [{ type: 'Any', value: 0, periodSeconds: 1_801 }] }),
      [
        `${UP}.policies[0].type FieldValueNotSupported`,
        `${UP}.policies[0].value FieldValueInvalid`,
        `${UP}.policies[0].periodSeconds FieldValueInvalid`,
      ],
    ],
  ];
  for (const [name, spec, errors] of rows) {
    it(`${errors.length === 0 ? 'accepts' : 'rejects'} ${name}`, () =>
      expect(harness.create(body(spec))).toEqual(errors));
  }

  it('rejects zero without the feature of scaling to zero', () => {
    const features = new ReleaseGates(undefined, new Map([['HPAScaleToZero', false]]));
    const never = new KindTestHarness('HorizontalPodAutoscaler', { ...harness.context, features });
    const body0 = body({ minReplicas: 0, ...external({ type: 'Value', value: '1' }) });
    expect(never.create(body0)).toEqual(['spec.minReplicas FieldValueInvalid']);
  });

  describe('with the feature of scaling to zero', () => {
    const features = new ReleaseGates(undefined, new Map([['HPAScaleToZero', true]]));
    const toZero = new KindTestHarness('HorizontalPodAutoscaler', { ...harness.context, features });
    it('accepts zero with an external or object metric', () => {
      expect(toZero.create(body({ minReplicas: 0, ...external({ type: 'Value', value: '1' }) }))).toEqual([]);
      expect(toZero.create(body({ minReplicas: 0 }))).toEqual(['spec.metrics FieldValueForbidden']);
    });
  });

  it('is created without status, and a change of the spec keeps it', () => {
    const none = { currentReplicas: 0, desiredReplicas: 0 };
    expect(harness.made({ ...body(), status: { desiredReplicas: 4 } })['status']).toEqual(none);
    const sent = { ...body(), status: { desiredReplicas: 4 } };
    expect(harness.changed(body(), sent)['status']).toEqual(none);
  });
  it('drops annotations of older versions for its own fields', () => {
    const key = vocabularies.orch.annotations.autoscalerBehavior;
    expect(harness.made(body({}, { annotations: { [key]: '{}', mine: 'x' } })).metadata.annotations).toEqual({
      mine: 'x',
    });
  });
  it('rejects an invalid status', () =>
    expect(harness.written('status', harness.made(body()), { status: { currentReplicas: -1 } }).errors).toEqual([
      'status.currentReplicas FieldValueInvalid',
    ]));

  describe('cells', () => {
    const targets: [object, object[], string][] = [
      [{}, [], 'cpu: <unknown>/80%'],
      [{}, [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 12 } } }], 'cpu: 12%/80%'],
      [resource({ type: 'AverageValue', averageValue: '1Gi' }), [], 'cpu: <unknown>/1Gi'],
      [
        pods({ type: 'AverageValue', averageValue: '2' }),
        [{ type: 'Pods', pods: { current: { averageValue: '1' } } }],
        '1/2',
      ],
      [external({ type: 'AverageValue', averageValue: '2' }), [], '<unknown>/2 (avg)'],
      [object({ type: 'Value', value: '2' }), [{ type: 'Object', object: { current: { value: '9' } } }], '9/2'],
      [
        { metrics: [1, 2, 3].map((value) => object({ type: 'Value', value: String(value) }).metrics[0]) },
        [],
        '<unknown>/1, <unknown>/2 + 1 more...',
      ],
    ];
    for (const [spec, currentMetrics, text] of targets) {
      it(text, () =>
        expect(
          harness.cells({ ...harness.made(body(spec)), status: { currentMetrics, currentReplicas: 2 } }),
        ).toMatchObject({ Targets: text, Reference: 'Deployment/web', MinPods: '1', MaxPods: 5, Replicas: 2 }),
      );
    }
  });
});
