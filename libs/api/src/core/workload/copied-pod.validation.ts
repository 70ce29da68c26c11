import {
  fieldError,
  goLabelSelector,
  goStringMap,
  goValue,
  labelSelectorFromObject,
  validateLabelSelector,
  type FieldError,
  type FieldPath,
} from '@orch/apimachinery';
import type { PodRules } from '../v1/pod/pod-rules.js';
import type { PodTemplateSpec } from '../v1/pod/pod-template-spec.js';
import { validatePodTemplateSpec } from '../v1/pod/pod-template.validation.js';
import type { LabelSelector } from '../../meta/v1/label-selector.js';

/**
 * The selector of a workload: required and not empty, since an empty one would match all pods (C-238).
 * @param whenInvalid detail of the error about the whole selector when a part of it is invalid.
 */
export function validateCopySelector(
  path: FieldPath,
  selector: LabelSelector | undefined,
  workload: string,
  whenInvalid = 'invalid label selector',
): FieldError[] {
  if (!selector) return [fieldError.required(path)];
  const errors = validateLabelSelector(selector, path);
  return [
    ...errors,
    ...validateNotEmpty(path, selector, workload),
    ...(errors.length > 0 ? [fieldError.invalid(path, goValue(goLabelSelector, selector), whenInvalid)] : []),
  ];
}

/** An empty selector would match all pods; an absent one matches none. */
export function validateNotEmpty(path: FieldPath, selector: LabelSelector | undefined, workload: string): FieldError[] {
  if (!selector) return [];
  const { matchLabels = {}, matchExpressions = [] } = selector;
  return Object.keys(matchLabels).length + matchExpressions.length > 0
    ? []
    : [fieldError.invalid(path, goValue(goLabelSelector, selector), `empty selector is invalid for ${workload}`)];
}

/**
 * The selector must match the template, else the workload would create pods without end (C-238). An absent one matches nothing. Invalid
 * selectors are reported elsewhere.
 */
export function validateTemplateLabels(
  path: FieldPath,
  selector: LabelSelector | undefined,
  template: PodTemplateSpec | undefined,
): FieldError[] {
  if (validateLabelSelector(selector, path).length > 0) return [];
  const labels = template?.metadata?.labels;
  return labelSelectorFromObject(selector).matches(labels) ? [] : [unmatchedLabels(path, labels)];
}

/** @param path of the template. */
export const unmatchedLabels = (path: FieldPath, labels: Readonly<Record<string, string>> | undefined): FieldError =>
  fieldError.invalid(
    path.child('metadata').child('labels'),
    goValue(goStringMap, labels),
    '`selector` does not match template `labels`',
  );

/** Replicas that run until deleted: they must restart. */
export function validateRestartAlways(
  path: FieldPath,
  template: PodTemplateSpec | undefined,
  kind: string,
): FieldError[] {
  const { restartPolicy, activeDeadlineSeconds } = template?.spec ?? {};
  const spec = path.child('spec');
  return [
    ...(restartPolicy === undefined || restartPolicy === 'Always'
      ? []
      : [fieldError.notSupported(spec.child('restartPolicy'), restartPolicy, ['Always'])]),
    ...(activeDeadlineSeconds === undefined
      ? []
      : [
          fieldError.forbidden(
            spec.child('activeDeadlineSeconds'),
            `activeDeadlineSeconds in ${kind} is not Supported`,
          ),
        ]),
  ];
}

/**
 * The template of a workload with long-running replicas. Kube-apiserver does not look at it when the selector is invalid.
 * @param kind that makes the pods.
 */
export const validateSelectedCopies = (
  path: FieldPath,
  template: PodTemplateSpec | undefined,
  { selector, kind }: { readonly selector: LabelSelector | undefined; readonly kind: string },
  rules: PodRules,
): FieldError[] =>
  validateLabelSelector(selector, path).length > 0
    ? []
    : [...validateTemplateLabels(path, selector, template), ...validateCopies(path, template, kind, rules)];

/** The pods of a template, that its labels are selected being known. */
export const validateCopies = (
  path: FieldPath,
  template: PodTemplateSpec | undefined,
  kind: string,
  rules: PodRules,
): FieldError[] => [...validatePodTemplateSpec(path, template, rules), ...validateRestartAlways(path, template, kind)];
