import { fieldError, FieldPath, validateName, type FieldError } from '@orch/apimachinery';
import type { Strategy } from '../../../definition/strategy.js';
import { validateOneOf, validatePresent } from '../../../validation/values.js';
import type { APIService, APIServiceSpec, ServiceReference } from './api-service.types.js';

const METADATA = FieldPath.of('metadata');
const SPEC = FieldPath.of('spec');
const STATUS = FieldPath.of('status');
const MAX_GROUP_PRIORITY = 20_000;
const MAX_VERSION_PRIORITY = 1_000;

export const apiServiceStrategy = (): Strategy<APIService> => ({
  prepareForCreate: (object, { now }) => (object.spec?.service ? object : withLocalCondition(object, now)),
  validateCreate: (object) => [...validateObjectName(object), ...validateSpec(object.spec)],
  validateUpdate: (object) => [...validateObjectName(object), ...validateSpec(object.spec)],
});

/** What this server answers itself is available at once. */
function withLocalCondition(object: APIService, now: string): APIService {
  const condition = {
    type: 'Available',
    status: 'True',
    lastTransitionTime: now,
    reason: 'Local',
    message: 'Local APIServices are always available',
  };
  return { ...object, status: { ...object.status, conditions: [condition] } };
}

/** A name that is not a path segment has one error only. */
function validateObjectName({ metadata, spec }: APIService): FieldError[] {
  const required = `${spec?.version ?? ''}.${spec?.group ?? ''}`;
  return (['generateName', 'name'] as const).flatMap((field) => {
    const text = metadata[field];
    if (!text || text === required || validateName('path-segment', text).length > 0) return [];
    const rule = `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(required)}`;
    return [fieldError.invalid(METADATA.child(field), text, rule)];
  });
}

function validateSpec(spec: Partial<APIServiceSpec> = {}): FieldError[] {
  const { group = '', version = '', groupPriorityMinimum = 0, versionPriority = 0, service } = spec;
  const faults = (rule: Parameters<typeof validateName>[0], field: string, text: string) =>
    validateName(rule, text).map((fault) => fieldError.invalid(SPEC.child(field), text, fault));
  return [
    ...(group === '' && version !== 'v1'
      ? [fieldError.required(SPEC.child('group'), 'only v1 may have an empty group and it better be legacy kube')]
      : []),
    ...(group === '' ? [] : faults('dns-subdomain', 'group', group)),
    ...faults('dns-1035-label', 'version', version),
    ...validatePriority(SPEC.child('groupPriorityMinimum'), groupPriorityMinimum, MAX_GROUP_PRIORITY),
    ...validatePriority(SPEC.child('versionPriority'), versionPriority, MAX_VERSION_PRIORITY),
    ...(service ? validateRemote(spec, service) : validateLocal(spec)),
  ];
}

const validatePriority = (path: FieldPath, priority: number, high: number): FieldError[] =>
  priority > 0 && priority <= high
    ? []
    : [fieldError.invalid(path, priority, `must be positive and less than ${high}`)];

function validateLocal({ caBundle, insecureSkipTLSVerify }: Partial<APIServiceSpec>): FieldError[] {
  const bytes = Buffer.from(caBundle ?? '', 'base64').length;
  return [
    ...(bytes > 0
      ? [fieldError.invalid(SPEC.child('caBundle'), `${bytes} bytes`, 'local APIServices may not have a caBundle')]
      : []),
    ...(insecureSkipTLSVerify
      ? [
          fieldError.invalid(
            SPEC.child('insecureSkipTLSVerify'),
            true,
            'local APIServices may not have insecureSkipTLSVerify',
          ),
        ]
      : []),
  ];
}

function validateRemote(
  { caBundle, insecureSkipTLSVerify }: Partial<APIServiceSpec>,
  service: ServiceReference,
): FieldError[] {
  const at = SPEC.child('service');
  const { namespace, name, port = 0 } = service;
  return [
    ...validatePresent(at.child('namespace'), namespace),
    ...validatePresent(at.child('name'), name),
    ...(port >= 1 && port <= 65_535
      ? []
      : [fieldError.invalid(at.child('port'), port, 'port is not valid: must be between 1 and 65535, inclusive')]),
    ...(insecureSkipTLSVerify && caBundle
      ? [fieldError.invalid(SPEC.child('insecureSkipTLSVerify'), true, 'may not be true if caBundle is present')]
      : []),
  ];
}

export const validateApiServiceStatus = ({ status }: APIService): FieldError[] =>
  (status?.conditions ?? []).flatMap((condition, index) =>
    validateOneOf(STATUS.child('conditions').index(index).child('status'), condition.status, [
      'True',
      'False',
      'Unknown',
    ]),
  );
