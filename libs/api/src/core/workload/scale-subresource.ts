import { FieldPath, type ApiObject } from '@orch/apimachinery';
import { Scale } from './scale.types.js';
import { countColumn } from './workload-columns.js';
import { AGE_COLUMN, NAME_COLUMN } from '../../definition/columns.js';
import type { PrinterColumn } from '../../definition/printer-column.js';
import type { SubresourceStrategy } from '../../definition/strategy.js';
import { validateRange } from '../../validation/values.js';

/** An object that can be scaled. */
interface Scalable extends ApiObject {
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly replicas?: number };
}

const { format: _format, ...UNFORMATTED_NAME_COLUMN } = NAME_COLUMN;

/** Columns of a Scale; its name has no format. */
const SCALE_COLUMNS: readonly PrinterColumn[] = [
  UNFORMATTED_NAME_COLUMN,
  countColumn<Scalable>(
    'Desired',
    'replicas is the desired number of instances for the scaled object.',
    ({ spec }) => spec?.replicas,
  ),
  countColumn<Scalable>(
    'Available',
    'replicas is the actual number of observed instances of the scaled object.',
    ({ status }) => status?.replicas,
  ),
  AGE_COLUMN,
];

/**
 * `scale`: how many copies there are to be, the same for every kind that has them (C-237). A Scale carries the uid and the
 * version of the object, and both may stand in a write as preconditions.
 * @param selectorText which pods are counted, as clients put it into a query.
 */
export const scaleSubresource =
  <T extends ApiObject>(selectorText: (object: T) => string) =>
  (): SubresourceStrategy<T> => ({
    view: {
      type: Scale,
      group: 'autoscaling',
      version: 'v1',
      kind: 'Scale',
      columns: SCALE_COLUMNS,
      read: (object) => {
        const { metadata, spec, status } = object as Scalable;
        const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata;
        const selector = selectorText(object);
        const replicas = spec?.replicas ?? 0;
        return {
          metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
          spec: replicas === 0 ? {} : { replicas },
          status: { replicas: status?.replicas ?? 0, ...(selector === '' ? {} : { selector }) },
        };
      },
      configuration: ({ spec }) => (spec === undefined ? {} : { spec }),
      validate: (sent) => validateRange(FieldPath.of('spec', 'replicas'), (sent as Scalable).spec?.replicas, 0),
    },
    prepareForUpdate: (sent, old) => ({
      ...old,
      spec: { ...(old as Scalable).spec, replicas: (sent as Scalable).spec?.replicas ?? 0 },
    }),
  });
