import {
  fieldError,
  FieldPath,
  goIntOrString,
  goNumber,
  goPointer,
  goString,
  goStruct,
  goValue,
  repeatedItems,
  type FieldError,
} from '@orch/apimachinery';
import { checkName, checkQualifiedName } from '../../../validation/names.js';
import { checkPortNumber, checkPortReference, PROTOCOLS } from '../../../validation/ports.js';
import { validateOneOf } from '../../../validation/values.js';
import { isHeadless } from './service-needs.js';
import type { ServicePort, ServiceSpec } from './service-spec.js';

const PORTS = FieldPath.of('spec', 'ports');

const goPort = goStruct('core.ServicePort', {
  name: goString,
  protocol: goString,
  appProtocol: goPointer('string', goString),
  port: goNumber,
  targetPort: goIntOrString,
  nodePort: goNumber,
});

/** C-235: numbers in range; several ports have unique names, and unique pairs of port and protocol. */
export function validateServicePorts(spec: ServiceSpec): FieldError[] {
  const ports = spec.ports ?? [];
  const missing = ports.length === 0 && !isHeadless(spec) && spec.type !== 'ExternalName';
  return [
    ...(missing ? [fieldError.required(PORTS)] : []),
    ...ports.flatMap((port, index) => validatePort(PORTS.index(index), port, spec)),
    ...duplicates(ports, ({ name }) => name || undefined).map(([index, port]) =>
      fieldError.duplicate(PORTS.index(index).child('name'), port.name),
    ),
    ...duplicates(ports, ({ port, protocol }) => `${port}/${protocol}`).map(([index, { port, protocol }]) =>
      fieldError.duplicate(PORTS.index(index), goValue(goPort, { port, protocol })),
    ),
    ...duplicates(ports, ({ nodePort, protocol }) => (nodePort ? `${nodePort}/${protocol}` : undefined)).map(
      ([index, port]) => fieldError.duplicate(PORTS.index(index).child('nodePort'), port.nodePort),
    ),
  ];
}

function validatePort(path: FieldPath, port: ServicePort, { type, ports = [] }: ServiceSpec): FieldError[] {
  return [
    ...(ports.length > 1 && !port.name ? [fieldError.required(path.child('name'))] : []),
    ...checkName(path.child('name'), port.name, 'dns-label'),
    ...checkPortNumber(path.child('port'), port.port),
    ...validateOneOf(path.child('protocol'), port.protocol, PROTOCOLS),
    ...checkPortReference(path.child('targetPort'), port.targetPort),
    ...(port.appProtocol === undefined ? [] : checkQualifiedName(path.child('appProtocol'), port.appProtocol)),
    ...(type === 'ClusterIP' && port.nodePort
      ? [fieldError.forbidden(path.child('nodePort'), "may not be used when `type` is 'ClusterIP'")]
      : []),
  ];
}

/** Ports with the key of an earlier one, with their positions; undefined keys are ignored. */
const duplicates = (
  ports: readonly ServicePort[],
  keyOf: (port: ServicePort) => string | undefined,
): [number, ServicePort][] => {
  const repeated = repeatedItems(ports, keyOf);
  return [...ports.entries()].filter(([index, port]) => repeated.has(index) && keyOf(port) !== undefined);
};
