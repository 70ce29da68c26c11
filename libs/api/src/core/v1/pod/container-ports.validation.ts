import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { checkPortName, checkPortNumber, PROTOCOLS } from '../../../validation/ports.js';
import { validateOneOf } from '../../../validation/values.js';
import type { Container, ContainerPort } from './container.js';

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
      errors.push(...checkPortName(at.child('name'), name));
      if (errors.length === 0 && names.has(name)) errors.push(fieldError.duplicate(at.child('name'), name));
      names.add(name);
    }
    if (containerPort === 0) errors.push(fieldError.required(at.child('containerPort')));
    else errors.push(...checkPortNumber(at.child('containerPort'), containerPort));
    if (hostPort) errors.push(...checkPortNumber(at.child('hostPort'), hostPort));
    // Those that are not set get the same port in a pod.
    if (hostNetwork && hostPort && hostPort !== containerPort) {
      errors.push(
        fieldError.invalid(at.child('hostPort'), hostPort, 'must match `containerPort` when `hostNetwork` is true'),
      );
    }
    return [...errors, ...validateOneOf(at.child('protocol'), port.protocol, PROTOCOLS)];
  });
}

/** Two containers of a pod share its node's ports. */
export function validateHostPorts(path: FieldPath, containers: readonly Container[] = []): FieldError[] {
  const taken = new Set<string>();
  return containers.flatMap(({ ports = [] }, index) =>
    ports.flatMap(({ hostPort, hostIP = '', protocol = 'TCP' }, position) => {
      if (!hostPort) return [];
      const key = `${protocol}/${hostIP}/${hostPort}`;
      if (taken.has(key))
        return [fieldError.duplicate(path.index(index).child('ports').index(position).child('hostPort'), key)];
      taken.add(key);
      return [];
    }),
  );
}
