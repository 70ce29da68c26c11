import { fieldError, goNumber, goSlice, goValue, type FieldError, type FieldPath } from '@orch/apimachinery';
import { checkQualifiedName } from '../../../validation/names.js';
import type { JobSpec } from './job-spec.js';
import type {
  PodFailurePolicyOnExitCodesRequirement,
  PodFailurePolicyOnPodConditionsPattern,
  PodFailurePolicyRule,
} from './pod-failure-policy.js';

const MAX_RULES = 20;
const MAX_EXIT_CODES = 255;
const MAX_CONDITIONS = 20;
const ACTIONS = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const OPERATORS = ['In', 'NotIn'];
const STATUSES = ['False', 'True', 'Unknown'];

/** Pod failure policy: each rule matches exit codes or conditions, and has an action. */
export function validatePodFailurePolicy(path: FieldPath, spec: JobSpec): FieldError[] {
  const rules = spec.podFailurePolicy?.rules ?? [];
  const at = path.child('rules');
  const { containers, initContainers } = spec.template?.spec ?? {};
  const names = new Set([...(containers ?? []), ...(initContainers ?? [])].map(({ name }) => name));
  return [
    ...(rules.length > MAX_RULES ? [fieldError.tooMany(at, rules.length, MAX_RULES)] : []),
    ...rules.flatMap((rule, index) => validateRule(at.index(index), rule, spec, names)),
  ];
}

function validateRule(
  path: FieldPath,
  rule: PodFailurePolicyRule,
  spec: JobSpec,
  containers: ReadonlySet<string>,
): FieldError[] {
  const { onExitCodes, onPodConditions = [] } = rule;
  return [
    ...validateAction(path.child('action'), rule.action, spec),
    ...(onExitCodes ? validateExitCodes(path.child('onExitCodes'), onExitCodes, containers) : []),
    ...validateConditions(path.child('onPodConditions'), onPodConditions),
    ...validateOneLook(path, onExitCodes !== undefined, onPodConditions.length > 0),
  ];
}

function validateOneLook(path: FieldPath, atCodes: boolean, atConditions: boolean): FieldError[] {
  if (atCodes !== atConditions) return [];
  const detail = atCodes
    ? 'specifying both OnExitCodes and OnPodConditions is not supported'
    : 'specifying one of OnExitCodes and OnPodConditions is required';
  // Kube-apiserver shows no value.
  return [{ ...fieldError.invalid(path, '', detail), detail: `Invalid value: ${detail}` }];
}

/** A list as its messages have it. */
const listed = (values: readonly string[]): string => `[${values.map((value) => JSON.stringify(value)).join(' ')}]`;
const goCodes = goSlice('[]int32', goNumber);

function validateAction(path: FieldPath, action: string | undefined, spec: JobSpec): FieldError[] {
  if (!action) return [fieldError.required(path, `valid values: ${listed(ACTIONS)}`)];
  if (!ACTIONS.includes(action)) return [fieldError.notSupported(path, action, ACTIONS)];
  return action === 'FailIndex' && spec.backoffLimitPerIndex === undefined
    ? [fieldError.invalid(path, action, 'requires the backoffLimitPerIndex to be set')]
    : [];
}

function validateExitCodes(
  path: FieldPath,
  { containerName, operator, values: codes }: PodFailurePolicyOnExitCodesRequirement,
  containers: ReadonlySet<string>,
): FieldError[] {
  const values = codes ?? [];
  const at = path.child('values');
  const errors: FieldError[] = [];
  if (!operator) errors.push(fieldError.required(path.child('operator'), `valid values: ${listed(OPERATORS)}`));
  else if (!OPERATORS.includes(operator)) {
    errors.push(fieldError.notSupported(path.child('operator'), operator, OPERATORS));
  }
  if (containerName !== undefined && !containers.has(containerName)) {
    const detail = 'must be one of the container or initContainer names in the pod template';
    errors.push(fieldError.invalid(path.child('containerName'), containerName, detail));
  }
  if (values.length === 0)
    errors.push(fieldError.invalid(at, goValue(goCodes, codes), 'at least one value is required'));
  else if (values.length > MAX_EXIT_CODES) errors.push(fieldError.tooMany(at, values.length, MAX_EXIT_CODES));
  const seen = new Set<number>();
  for (const [index, code] of values.entries()) {
    if (code === 0 && operator === 'In') {
      errors.push(fieldError.invalid(at.index(index), code, 'must not be 0 for the In operator'));
    }
    if (seen.has(code)) errors.push(fieldError.duplicate(at.index(index), code));
    seen.add(code);
  }
  if (values.some((code, index) => index > 0 && values[index - 1]! > code)) {
    errors.push(fieldError.invalid(at, goValue(goCodes, codes), 'must be ordered'));
  }
  return errors;
}

function validateConditions(
  path: FieldPath,
  patterns: readonly PodFailurePolicyOnPodConditionsPattern[],
): FieldError[] {
  return [
    ...(patterns.length > MAX_CONDITIONS ? [fieldError.tooMany(path, patterns.length, MAX_CONDITIONS)] : []),
    ...patterns.flatMap(({ type, status }, index) => [
      ...checkQualifiedName(path.index(index).child('type'), type ?? ''),
      ...(status === undefined
        ? [fieldError.required(path.index(index).child('status'), `valid values: ${listed(STATUSES)}`)]
        : STATUSES.includes(status)
          ? []
          : [fieldError.notSupported(path.index(index).child('status'), status, STATUSES)]),
    ]),
  ];
}
