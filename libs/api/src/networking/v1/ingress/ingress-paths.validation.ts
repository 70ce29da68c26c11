import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validateBackend } from './ingress-backend.validation.js';
import type { HTTPIngressPath } from './ingress.types.js';

const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix'];
/** Parts and ends by which a path could leave where it points. */
const FORBIDDEN_PARTS = ['//', '/./', '/../', '%2f', '%2F'];
const FORBIDDEN_ENDS = ['/..', '/.'];

export function validatePaths(path: FieldPath, paths: readonly HTTPIngressPath[] | null): FieldError[] {
  if (!paths?.length) return [fieldError.required(path)];
  return paths.flatMap((entry, index) => validatePath(path.index(index), entry));
}

function validatePath(at: FieldPath, { path = '', pathType, backend }: HTTPIngressPath): FieldError[] {
  if (pathType === null || pathType === undefined) {
    return [fieldError.required(at.child('pathType'), 'pathType must be specified')];
  }
  return [...validatePathText(at, path, pathType), ...validateBackend(at.child('backend'), backend ?? {})];
}

function validatePathText(at: FieldPath, path: string, pathType: string): FieldError[] {
  const text = at.child('path');
  const absolute = path.startsWith('/') ? [] : [fieldError.invalid(text, path, 'must be an absolute path')];
  switch (pathType) {
    case 'Exact':
    case 'Prefix':
      return [
        ...absolute,
        ...FORBIDDEN_PARTS.filter((part) => path.includes(part)).map((part) =>
          fieldError.invalid(text, path, `must not contain '${part}'`),
        ),
        ...FORBIDDEN_ENDS.filter((end) => path.endsWith(end)).map((end) =>
          fieldError.invalid(text, path, `cannot end with '${end}'`),
        ),
      ];
    case 'ImplementationSpecific':
      return path === '' ? [] : absolute;
    default:
      return [fieldError.notSupported(at.child('pathType'), pathType, PATH_TYPES)];
  }
}
