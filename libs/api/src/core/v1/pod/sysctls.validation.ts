import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { PodSpec } from './pod-spec.js';

const SEGMENT = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const NAME = new RegExp(`^(${SEGMENT}[./])*${SEGMENT}$`);
const MAX_NAME_LENGTH = 253;
/** Settings that belong to a namespace of the kernel which a pod may share with its host. */
const OF_HOST_IPC = ['kernel.shm', 'kernel.msg', 'kernel.sem', 'fs.mqueue.'];
const OF_HOST_NETWORK = ['net.'];

/** Kernel settings: named, each once, and none of a namespace that is the host's. */
export function validateSysctls(path: FieldPath, spec: PodSpec): FieldError[] {
  const seen = new Set<string>();
  return (spec.securityContext?.sysctls ?? []).flatMap(({ name = '' }, index) => {
    const at = path.index(index).child('name');
    if (name === '') return [fieldError.required(at)];
    const errors: FieldError[] = [];
    if (name.length > MAX_NAME_LENGTH || !NAME.test(name)) {
      errors.push(
        fieldError.invalid(
          at,
          name,
          `must have at most ${MAX_NAME_LENGTH} characters and match regex ^(${SEGMENT}[\\./])*${SEGMENT}$`,
        ),
      );
    }
    if (seen.has(name)) errors.push(fieldError.duplicate(at, name));
    seen.add(name);
    const dotted = name.replaceAll('/', '.');
    const within = (prefixes: readonly string[]): boolean => prefixes.some((prefix) => dotted.startsWith(prefix));
    if (spec.hostNetwork && within(OF_HOST_NETWORK)) {
      errors.push(fieldError.invalid(at, name, "may not be specified when 'hostNetwork' is true"));
    }
    if (spec.hostIPC && within(OF_HOST_IPC)) {
      errors.push(fieldError.invalid(at, name, "may not be specified when 'hostIPC' is true"));
    }
    return errors;
  });
}
