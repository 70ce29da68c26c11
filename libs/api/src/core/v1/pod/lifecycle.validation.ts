import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validateOneOf } from '../../../validation/values.js';
import { validateHandler } from './handler.validation.js';
import type { Lifecycle } from './probe.js';
import { STOP_SIGNALS } from './stop-signals.js';

const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'sleep'] as const;

/**
 * Lifecycle hooks and stop signal of a container.
 * @param os of the pod; a stop signal requires a known one.
 */
export function validateLifecycle(
  path: FieldPath,
  { postStart, preStop, stopSignal }: Lifecycle,
  graceSeconds: number | undefined,
  os: string | undefined,
): FieldError[] {
  return [
    ...(postStart ? validateHandler(path.child('postStart'), postStart, HANDLERS, graceSeconds) : []),
    ...(preStop ? validateHandler(path.child('preStop'), preStop, HANDLERS, graceSeconds) : []),
    ...(stopSignal === undefined ? [] : validateStopSignal(path.child('stopSignal'), stopSignal, os)),
  ];
}

function validateStopSignal(path: FieldPath, signal: string, os: string | undefined): FieldError[] {
  if (os === undefined) return [fieldError.forbidden(path, 'may not be set for containers with empty `spec.os.name`')];
  return validateOneOf(path, signal, os === 'windows' ? ['SIGTERM', 'SIGKILL'] : STOP_SIGNALS);
}
