import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { validateContainerResourceName } from '../../../core/v1/pod/resource-names.validation.js';
import { checkName } from '../../../validation/names.js';
import { validateObjectReference } from './object-reference.validation.js';
import type {
  ContainerResourceMetricSource,
  ExternalMetricSource,
  MetricSpec,
  ObjectMetricSource,
  PodsMetricSource,
  ResourceMetricSource,
} from './metric-spec.js';
import type { MetricIdentifier } from './metric-target.js';
import { validateMetricTarget } from './metric-target.validation.js';

type SourceField = 'object' | 'pods' | 'resource' | 'containerResource' | 'external';

/** Field of each type, sorted as messages name them. */
const FIELDS: ReadonlyMap<string, SourceField> = new Map([
  ['ContainerResource', 'containerResource'],
  ['External', 'external'],
  ['Object', 'object'],
  ['Pods', 'pods'],
  ['Resource', 'resource'],
]);
const TYPES = [...FIELDS.keys()];
/** Of several sources kube-apiserver looks into the first of these. */
const ORDER = ['object', 'external', 'pods', 'resource', 'containerResource'] as const;

/** One metric: its type, and just the source that belongs to it. */
export function validateMetric(path: FieldPath, metric: MetricSpec, vocabulary: Vocabulary): FieldError[] {
  const { type = '' }: Partial<MetricSpec> = metric;
  const at = path.child('type');
  const sources = ORDER.filter((field) => metric[field] !== undefined);
  const expected = FIELDS.get(type);
  const [first] = sources;
  const errors = type === '' ? [fieldError.required(at, 'must specify a metric source type')] : [];
  // Kube-apiserver says twice that it does not know the type.
  const unknown = expected ? [] : [fieldError.notSupported(at, type, TYPES)];
  errors.push(
    ...unknown,
    ...(first ? validateSource(path.child(first), { [first]: metric[first] }, vocabulary) : []),
    ...unknown,
  );
  if (expected && !sources.includes(expected)) {
    errors.push(fieldError.required(path.child(expected), 'must populate information for the given metric source'));
  }
  if (sources.length === 1) return errors;
  for (const field of sources.filter((source) => source !== expected)) {
    errors.push(fieldError.forbidden(path.child(field), 'must populate the given metric source only'));
  }
  return errors;
}

/** @param path of the source. */
function validateSource(path: FieldPath, metric: Partial<MetricSpec>, vocabulary: Vocabulary): FieldError[] {
  const { object, pods, resource, containerResource, external } = metric;
  return [
    ...(object ? validateObjectSource(path, object) : []),
    ...(pods ? validatePodsSource(path, pods) : []),
    ...(resource ? validateResourceSource(path, resource) : []),
    ...(containerResource ? validateContainerSource(path, containerResource, vocabulary) : []),
    ...(external ? validateExternalSource(path, external) : []),
  ];
}

function validateObjectSource(path: FieldPath, { describedObject, metric, target }: ObjectMetricSource): FieldError[] {
  return [
    ...validateObjectReference(path.child('describedObject'), describedObject),
    ...validateIdentifier(path.child('metric'), metric),
    ...validateMetricTarget(
      path.child('target'),
      target,
      ['Value', 'AverageValue'],
      'must set either a target value or averageValue',
    ),
  ];
}

function validateExternalSource(path: FieldPath, { metric, target }: ExternalMetricSource): FieldError[] {
  return [
    ...validateIdentifier(path.child('metric'), metric),
    ...validateMetricTarget(
      path.child('target'),
      target,
      ['Value', 'AverageValue'],
      'must set either a target value for metric or a per-pod target',
    ),
  ];
}

function validatePodsSource(path: FieldPath, { metric, target }: PodsMetricSource): FieldError[] {
  return [
    ...validateIdentifier(path.child('metric'), metric),
    ...validateMetricTarget(
      path.child('target'),
      target,
      ['AverageValue'],
      'must specify a positive target averageValue',
    ),
  ];
}

function validateResourceSource(path: FieldPath, { name, target }: ResourceMetricSource): FieldError[] {
  return [
    ...(name ? [] : [fieldError.required(path.child('name'), 'must specify a resource name')]),
    ...validateMetricTarget(
      path.child('target'),
      target,
      ['AverageValue', 'Utilization'],
      'must set either a target raw value or a target utilization',
    ),
  ];
}

function validateContainerSource(
  path: FieldPath,
  source: ContainerResourceMetricSource,
  vocabulary: Vocabulary,
): FieldError[] {
  return [
    ...(source.container
      ? checkName(path.child('container'), source.container, 'dns-label')
      : [fieldError.required(path.child('container'), 'must specify a container')]),
    ...(source.name ? validateContainerResourceName(path.child('name'), source.name, vocabulary) : []),
    ...validateResourceSource(path, source),
  ];
}

function validateIdentifier(path: FieldPath, metric: MetricIdentifier | undefined): FieldError[] {
  const at = path.child('name');
  return metric?.name
    ? checkName(at, metric.name, 'path-segment')
    : [fieldError.required(at, 'must specify a metric name')];
}
