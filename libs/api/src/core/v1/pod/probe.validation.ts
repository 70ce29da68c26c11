import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validateRange } from '../../../validation/values.js';
import type { Container } from './container.js';
import { validateHandler } from './handler.validation.js';
import type { Probe } from './probe.js';

const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;
const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc'] as const;
const NUMBERS = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
] as const;

export const validateProbes = (path: FieldPath, container: Container): FieldError[] =>
  PROBES.flatMap((name) => (container[name] ? validateProbe(path.child(name), container[name], name) : []));

/**
 * One way to look, and counts that make sense. Only readiness may ask for several successes in a row; only the others end a
 * container, and so may say how long that may take.
 */
function validateProbe(path: FieldPath, probe: Probe, name: (typeof PROBES)[number]): FieldError[] {
  const errors = [
    ...validateHandler(path, probe, HANDLERS),
    ...NUMBERS.flatMap((field) => validateRange(path.child(field), probe[field], 0)),
  ];
  const { successThreshold = 1, terminationGracePeriodSeconds: seconds } = probe;
  const grace = path.child('terminationGracePeriodSeconds');
  if (name === 'readinessProbe') {
    if (seconds !== undefined) errors.push(fieldError.invalid(grace, seconds, 'must not be set for readinessProbes'));
    return errors;
  }
  if (successThreshold !== 1) {
    errors.push(fieldError.invalid(path.child('successThreshold'), successThreshold, 'must be 1'));
  }
  if (seconds !== undefined && seconds <= 0) errors.push(fieldError.invalid(grace, seconds, 'must be greater than 0'));
  return errors;
}
