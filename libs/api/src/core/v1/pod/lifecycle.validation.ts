import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validateOneOf } from '../../../validation/values.js';
import { validateHandler } from './handler.validation.js';
import type { PodRules } from './pod-rules.js';
import type { PodSpec } from './pod-spec.js';
import type { Lifecycle } from './probe.js';
import { STOP_SIGNALS } from './stop-signals.js';

const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'sleep'] as const;

/** Lifecycle hooks and stop signal of a container. A stop signal requires a known operating system. */
export function validateLifecycle(
  path: FieldPath,
  { postStart, preStop, stopSignal }: Lifecycle,
  { terminationGracePeriodSeconds: most, os }: PodSpec,
  rules: PodRules,
): FieldError[] {
  const pauses = { most, hasZero: mayPauseZero(rules) };
  return [
    ...(postStart ? validateHandler(path.child('postStart'), postStart, HANDLERS, pauses) : []),
    ...(preStop ? validateHandler(path.child('preStop'), preStop, HANDLERS, pauses) : []),
    ...(stopSignal === undefined ? [] : validateStopSignal(path.child('stopSignal'), stopSignal, os?.name)),
  ];
}

/** An update may also keep a pause of zero seconds that the existing object has. */
const mayPauseZero = ({ features, existing }: PodRules): boolean =>
  features.enabled('PodLifecycleSleepActionAllowZero') ||
  [existing?.containers, existing?.initContainers, existing?.ephemeralContainers].some((list) =>
    list?.some(({ lifecycle }) =>
      [lifecycle?.postStart, lifecycle?.preStop].some((hook) => hook?.sleep?.seconds === 0),
    ),
  );

function validateStopSignal(path: FieldPath, signal: string, os: string | undefined): FieldError[] {
  if (os === undefined) return [fieldError.forbidden(path, 'may not be set for containers with empty `spec.os.name`')];
  return validateOneOf(path, signal, os === 'windows' ? ['SIGTERM', 'SIGKILL'] : STOP_SIGNALS);
}
