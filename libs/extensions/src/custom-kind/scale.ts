import { Scale, type CustomResourceSubresourceScale, type SubresourceStrategy, type SubresourceView } from '@orch/api';
import { ApiError, fieldError, FieldPath, type ApiObject, type FieldError } from '@orch/apimachinery';
import { membersOfPath, valueAt, withValueAt } from './replicas-path.js';

const MOST_REPLICAS = 2 ** 31 - 1;
/** Replicas in the scale of an object without them, which a write must change: as in kube-apiserver. */
const UNSET = -(2 ** 31);

/** `scale` of a custom kind: replicas and selector are where the definition says. */
export function customScale(paths: CustomResourceSubresourceScale): SubresourceStrategy {
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = paths;
  const shown = (object: ApiObject): ReturnType<SubresourceView['read']> => {
    const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
    const replicas = numberAt(object, specReplicasPath) ?? UNSET;
    const selector = labelSelectorPath ? textAt(object, labelSelectorPath) : '';
    return {
      metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
      spec: replicas === 0 ? {} : { replicas },
      status: {
        replicas: numberAt(object, statusReplicasPath) ?? 0,
        ...(selector === '' ? {} : { selector }),
      },
    };
  };
  const view: SubresourceView = {
    type: Scale,
    group: 'autoscaling',
    version: 'v1',
    kind: 'Scale',
    read: (object) => {
      if (numberAt(object, specReplicasPath) === undefined)
        throw internal(`the spec replicas field ${JSON.stringify(specReplicasPath)} does not exist`);
      return shown(object);
    },
    readForUpdate: (object) => shown(object),
    configuration: ({ spec }) => {
      const { replicas } = (spec ?? {}) as { readonly replicas?: unknown };
      return replicas === undefined ? {} : withValueAt({}, membersOfPath(specReplicasPath), replicas);
    },
  };
  return {
    view,
    prepareForUpdate: (sent, old) => {
      const { replicas = 0 } = (sent['spec'] ?? {}) as { readonly replicas?: number };
      if (replicas === UNSET)
        throw ApiError.badRequest(`the spec replicas field ${JSON.stringify(specReplicasPath)} cannot be empty`);
      return withValueAt(old, membersOfPath(specReplicasPath), replicas) as ApiObject;
    },
  };
}

const internal = (message: string): ApiError =>
  new ApiError('InternalError', `Internal error occurred: ${message}`, { details: { causes: [{ message }] } });

function numberAt(object: ApiObject, path: string): number | undefined {
  const found = valueAt(object, path, 'number');
  if (found && 'error' in found) throw internal(found.error);
  return found?.value as number | undefined;
}

function textAt(object: ApiObject, path: string): string {
  const found = valueAt(object, path, 'string');
  if (found && 'error' in found) throw internal(found.error);
  return (found?.value as string | undefined) ?? '';
}

/** Errors of what `scale` reads from the spec, in the object itself. */
export const validateScaleSpec = (
  object: ApiObject,
  { specReplicasPath }: CustomResourceSubresourceScale,
): FieldError[] => validateReplicas(object, specReplicasPath);

/** Errors of what `scale` reads from the status. */
export function validateScaleStatus(object: ApiObject, paths: CustomResourceSubresourceScale): FieldError[] {
  const { statusReplicasPath, labelSelectorPath } = paths;
  const errors = validateReplicas(object, statusReplicasPath);
  const selector = labelSelectorPath ? valueAt(object, labelSelectorPath, 'string') : undefined;
  return selector && 'error' in selector ? [...errors, invalid(labelSelectorPath!, '', selector.error)] : errors;
}

function validateReplicas(object: ApiObject, path: string): FieldError[] {
  const found = valueAt(object, path, 'number');
  if (!found) return [];
  if ('error' in found) return [invalid(path, 0, found.error)];
  const replicas = found.value as number;
  if (replicas < 0) return [invalid(path, replicas, 'should be a non-negative integer')];
  if (replicas <= MOST_REPLICAS) return [];
  return [invalid(path, replicas, `should be less than or equal to ${MOST_REPLICAS}`)];
}

/** The path is the field, with its leading dot. */
const invalid = (path: string, value: unknown, detail: string): FieldError =>
  fieldError.invalid(FieldPath.of(path), value, detail);
