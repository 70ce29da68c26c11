import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { ContainerStatus } from './container-status.js';
import { validateId } from './security-context.validation.js';

/** Users that nodes report for the containers of a list. @param os of the pod; Linux without one. */
export const validateContainerUsers = (
  path: FieldPath,
  statuses: readonly ContainerStatus[] = [],
  os = 'linux',
): FieldError[] =>
  statuses.flatMap(({ user }, index) => {
    if (!user?.linux) return [];
    const at = path.index(index).child('user').child('linux');
    if (os === 'windows') return [fieldError.forbidden(at, 'cannot be set for a windows pod')];
    const { uid = 0, gid = 0, supplementalGroups = [] } = user.linux as Partial<typeof user.linux>;
    return [
      ...validateId(at.child('uid'), uid),
      ...validateId(at.child('gid'), gid),
      ...supplementalGroups.flatMap((id, place) => validateId(at.child('supplementalGroups').index(place), id)),
    ];
  });
