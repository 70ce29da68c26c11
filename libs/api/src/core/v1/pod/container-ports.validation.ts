import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validateOneOf, validateRange } from '../../../validation/values.js';
import type { ContainerPort } from './container.js';

const PROTOCOLS = ['TCP', 'UDP', 'SCTP'];
const MAX_PORT = 65_535;
const PORT_NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX_PORT_NAME_LENGTH = 15;

/** Numbers in range, names each once; on the host's network both numbers are the same. */
export function validatePorts(
  path: FieldPath,
  ports: readonly ContainerPort[] = [],
  hostNetwork: boolean,
): FieldError[] {
  const names = new Set<string>();
  return ports.flatMap((port, index) => {
    const at = path.index(index);
    const { name = '', containerPort = 0, hostPort }: Partial<ContainerPort> = port;
    const errors: FieldError[] = [];
    if (name !== '') {
      if (!isPortName(name))
        errors.push(
          fieldError.invalid(
            at.child('name'),
            name,
            'must be at most 15 lower-case alphanumeric characters or dashes, with at least one letter',
          ),
        );
      else if (names.has(name)) errors.push(fieldError.duplicate(at.child('name'), name));
      names.add(name);
    }
    if (containerPort === 0) errors.push(fieldError.required(at.child('containerPort')));
    else errors.push(...validateRange(at.child('containerPort'), containerPort, 1, MAX_PORT));
    if (hostPort) errors.push(...validateRange(at.child('hostPort'), hostPort, 1, MAX_PORT));
    if (hostNetwork && hostPort !== containerPort) {
      errors.push(
        fieldError.invalid(
          at.child('containerPort'),
          containerPort,
          'must match `hostPort` when `hostNetwork` is true',
        ),
      );
    }
    return [...errors, ...validateOneOf(at.child('protocol'), port.protocol, PROTOCOLS)];
  });
}

const isPortName = (name: string): boolean =>
  name.length <= MAX_PORT_NAME_LENGTH && PORT_NAME.test(name) && /[a-z]/.test(name);
