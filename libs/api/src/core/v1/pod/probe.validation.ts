import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { requireFields } from '../../../validation/required-fields.js';
import { validateOneOf, validateRange } from '../../../validation/values.js';
import type { Probe } from './probe.js';

const MAX_PORT = 65_535;
const NUMBERS = [
  ['initialDelaySeconds', 0],
  ['timeoutSeconds', 1],
  ['periodSeconds', 1],
  ['successThreshold', 1],
  ['failureThreshold', 1],
] as const;

/** One way to look, and counts that make sense. Only readiness may ask for several successes in a row (`once`). */
export function validateProbe(path: FieldPath, probe: Probe, once: boolean): FieldError[] {
  const handlers = (['exec', 'httpGet', 'tcpSocket', 'grpc'] as const).filter((name) => probe[name] !== undefined);
  const errors: FieldError[] = NUMBERS.flatMap(([field, low]) => validateRange(path.child(field), probe[field], low));
  if (handlers.length === 0) errors.push(fieldError.required(path, 'must specify a handler type'));
  for (const name of handlers.slice(1)) {
    errors.push(fieldError.forbidden(path.child(name), 'may not specify more than 1 handler type'));
  }
  if (once && (probe.successThreshold ?? 1) !== 1) {
    errors.push(fieldError.invalid(path.child('successThreshold'), probe.successThreshold, 'must be 1'));
  }
  return [...errors, ...validateHandler(path, probe)];
}

function validateHandler(path: FieldPath, { exec, httpGet, tcpSocket, grpc }: Probe): FieldError[] {
  return [
    ...(exec ? requireFields(path.child('exec'), exec, 'command') : []),
    ...(httpGet
      ? [
          ...validatePort(path.child('httpGet').child('port'), httpGet.port),
          ...validateOneOf(path.child('httpGet').child('scheme'), httpGet.scheme, ['HTTP', 'HTTPS']),
        ]
      : []),
    ...(tcpSocket ? validatePort(path.child('tcpSocket').child('port'), tcpSocket.port) : []),
    ...(grpc ? validateRange(path.child('grpc').child('port'), grpc.port ?? 0, 1, MAX_PORT) : []),
  ];
}

/** A number in range, or the name of a port of the container. */
function validatePort(path: FieldPath, port: number | string | undefined): FieldError[] {
  if (typeof port === 'string') return port === '' ? [fieldError.required(path)] : [];
  return validateRange(path, port ?? 0, 1, MAX_PORT);
}
