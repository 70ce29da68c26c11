import { ApiError, FieldPath, fieldError } from '@orch/apimachinery';
import type { ResourceStore } from '@orch/registry';

/** The error for a request for initial events where they are not supported (C-046, C-049). Clients list instead. */
export const refuseInitialEvents = (store: ResourceStore, where: string): ApiError =>
  ApiError.invalid({ group: store.definition.vocabulary.groups.meta, kind: 'ListOptions' }, [
    fieldError.forbidden(FieldPath.of('sendInitialEvents'), `sendInitialEvents is forbidden for ${where}`),
  ]);
