type Schema = Readonly<Record<string, unknown>>;

/**
 * Schemas without struct, in OpenAPI 3 format, by name: scalar types that generated clients know by name, and bodies of
 * operations.
 */
export const NAMED_TYPES: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  [
    'pkg.api.resource.Quantity',
    {
      description:
        'A number with a suffix: a power of ten (`m`, `k`, `M`, `G`), a power of two (`Ki`, `Mi`, `Gi`) or an exponent (`2e3`). `500m` is a half; `128Mi` is 134217728.',
      oneOf: [{ type: 'string' }, { type: 'number' }],
    },
  ],
  [
    'meta.v1.Time',
    {
      description: 'A time in RFC 3339 format, in UTC with seconds: `2025-01-31T08:00:00Z`.',
      type: 'string',
      format: 'date-time',
    },
  ],
  [
    'meta.v1.MicroTime',
    {
      description: 'A time in RFC 3339 format, in UTC with microseconds: `2025-01-31T08:00:00.000000Z`.',
      type: 'string',
      format: 'date-time',
    },
  ],
  ['meta.v1.Duration', { description: 'A duration such as `1h30m` or `500ms`.', type: 'string' }],
  [
    'pkg.util.intstr.IntOrString',
    {
      description: 'A whole number or a string: a port by number or name, a count or a percentage (`25%`).',
      format: 'int-or-string',
      oneOf: [{ type: 'integer' }, { type: 'string' }],
    },
  ],
  [
    'pkg.runtime.RawExtension',
    { description: 'Any object, in the form of the component that reads it.', type: 'object' },
  ],
  [
    'meta.v1.FieldsV1',
    {
      description:
        'A set of fields as a tree: `f:NAME` is a field, `k:KEYS` a list item by its keys, `v:VALUE` a list item by its value, `.` the node itself.',
      type: 'object',
    },
  ],
  [
    'meta.v1.Patch',
    { description: 'A change of an object, in the format of the media type of the request.', type: 'object' },
  ],
]);
