import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { isOfContainers } from '../../../core/v1/pod/resource-names.js';
import { checkName, checkQualifiedName, requireName } from '../../../validation/names.js';
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

/** One metric: its type, and just the source that belongs to it. */
export function validateMetric(path: FieldPath, metric: MetricSpec): FieldError[] {
  const { type } = metric;
  const sources = [...FIELDS.values()].filter((field) => metric[field] !== undefined);
  const expected = FIELDS.get(type);
  const errors = sources.length === 1 ? validateSource(path, metric) : [];
  if (!type) return [...errors, fieldError.required(path.child('type'), 'must specify a metric source type')];
  if (!expected) return [...errors, fieldError.notSupported(path.child('type'), type, [...FIELDS.keys()])];
  if (!sources.includes(expected)) {
    const detail = 'must populate information for the given metric source';
    errors.push(fieldError.required(path.child(expected), detail));
  }
  for (const field of sources.filter((source) => source !== expected)) {
    errors.push(fieldError.forbidden(path.child(field), 'must populate the given metric source only'));
  }
  return errors;
}

function validateSource(path: FieldPath, metric: MetricSpec): FieldError[] {
  const { object, pods, resource, containerResource, external } = metric;
  return [
    ...(object ? validateObjectSource(path.child('object'), object) : []),
    ...(pods ? validatePodsSource(path.child('pods'), pods) : []),
    ...(resource ? validateResourceSource(path.child('resource'), resource) : []),
    ...(containerResource ? validateContainerSource(path.child('containerResource'), containerResource) : []),
    ...(external ? validateExternalSource(path.child('external'), external) : []),
  ];
}

const VALUES = 'must set either a target value for metric or a per-pod target';

function validateObjectSource(path: FieldPath, { describedObject, metric, target }: ObjectMetricSource): FieldError[] {
  return [
    ...validateObjectReference(path.child('describedObject'), describedObject),
    ...validateIdentifier(path.child('metric'), metric),
    ...validateMetricTarget(path.child('target'), target, ['Value', 'AverageValue'], VALUES),
  ];
}

function validateExternalSource(path: FieldPath, { metric, target }: ExternalMetricSource): FieldError[] {
  return [
    ...validateIdentifier(path.child('metric'), metric),
    ...validateMetricTarget(path.child('target'), target, ['Value', 'AverageValue'], VALUES),
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
      ['Utilization', 'AverageValue'],
      'must set either a target raw value or a target utilization',
    ),
  ];
}

function validateContainerSource(path: FieldPath, source: ContainerResourceMetricSource): FieldError[] {
  return [
    ...(source.container
      ? checkName(path.child('container'), source.container, 'dns-label')
      : [fieldError.required(path.child('container'), 'must specify a container')]),
    ...(source.name ? validateResourceName(path.child('name'), source.name) : []),
    ...validateResourceSource(path, source),
  ];
}

/** A resource that containers have. */
const validateResourceName = (path: FieldPath, name: string): FieldError[] => [
  ...checkQualifiedName(path, name),
  ...(isOfContainers(name) ? [] : [fieldError.invalid(path, name, 'must be a standard resource for containers')]),
];

function validateIdentifier(path: FieldPath, metric: MetricIdentifier | undefined): FieldError[] {
  return requireName(path.child('name'), metric?.name, 'path-segment');
}
