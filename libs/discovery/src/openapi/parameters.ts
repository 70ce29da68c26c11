/** A parameter in OpenAPI 3 format. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly description: string;
  readonly required?: boolean;
  readonly schema: { readonly type: 'string' | 'integer' | 'boolean'; readonly uniqueItems: true };
}

const query = (name: string, type: Parameter['schema']['type'], description: string): Parameter => ({
  name,
  in: 'query',
  description,
  schema: { type, uniqueItems: true },
});
const path = (name: string, description: string): Parameter => ({
  name,
  in: 'path',
  description,
  required: true,
  schema: { type: 'string', uniqueItems: true },
});

/** Parameters of newer releases: the first release 1.x that has them. */
const SINCE: Readonly<Record<string, number>> = {
  fieldValidation: 23,
  sendInitialEvents: 27,
  stream: 32,
  ignoreStoreReadErrorWithClusterBreakingPotential: 32,
};
/** Whether documents of release 1.`minor` show a parameter. */
export const isDocumented = ({ name }: Parameter, minor: number): boolean => (SINCE[name] ?? 0) <= minor;

export const NAME = path('name', 'Name of the object.');
export const NAMESPACE = path('namespace', 'Namespace of the object.');
export const PRETTY = query('pretty', 'string', 'If true, the output is pretty printed.');

const DRY_RUN = query('dryRun', 'string', 'If All, all stages are processed, but nothing is persisted.');
const FIELD_MANAGER = query('fieldManager', 'string', 'Name of the field manager of this write.');
const FIELD_VALIDATION = query(
  'fieldValidation',
  'string',
  'Handling of unknown and duplicate fields: Ignore, Warn or Strict.',
);
const FORCE = query('force', 'boolean', 'Force apply: take over fields that other managers own.');
export const RESOURCE_VERSION = query(
  'resourceVersion',
  'string',
  'Constraint on the resource version of the response.',
);

/** Of GET on one object. */
export const READ: readonly Parameter[] = [];
/** Of POST and PUT. */
export const WRITE: readonly Parameter[] = [DRY_RUN, FIELD_MANAGER, FIELD_VALIDATION];
/** Of PATCH. */
export const PATCH: readonly Parameter[] = [...WRITE, FORCE];
/**
 * Of GET on a collection, with or without watch. Without `visible`, which only this product has: many generated clients pass
 * parameters by position.
 */
export const LIST: readonly Parameter[] = [
  query('allowWatchBookmarks', 'boolean', 'The server may send bookmark events.'),
  query('continue', 'string', 'Continue token of the previous page.'),
  query('fieldSelector', 'string', 'Restricts the list to objects whose fields match.'),
  query('labelSelector', 'string', 'Restricts the list to objects whose labels match.'),
  query('limit', 'integer', 'Maximum number of objects; the continue token fetches the rest.'),
  RESOURCE_VERSION,
  query('resourceVersionMatch', 'string', 'How resourceVersion is applied: Exact or NotOlderThan.'),
  query('sendInitialEvents', 'boolean', 'The watch begins with events for the current objects.'),
  query('timeoutSeconds', 'integer', 'Timeout of the list or watch.'),
  query('watch', 'boolean', 'Watch for changes and send them as events, instead of the list.'),
];
/** Of DELETE on one object. */
export const DELETE: readonly Parameter[] = [
  DRY_RUN,
  query('gracePeriodSeconds', 'integer', 'Seconds before the object is deleted.'),
  query(
    'ignoreStoreReadErrorWithClusterBreakingPotential',
    'boolean',
    'Delete an object that cannot be read from the store. Has no effect on this server.',
  ),
  query('orphanDependents', 'boolean', 'Deprecated: see propagationPolicy.'),
  query('propagationPolicy', 'string', 'Garbage collection of dependents: Orphan, Background or Foreground.'),
];
/** Of DELETE on a collection. */
export const DELETE_COLLECTION: readonly Parameter[] = [
  ...DELETE,
  ...LIST.filter((p) => !['allowWatchBookmarks', 'watch'].includes(p.name)),
];

/** Path in the URL of the proxied request. */
export const PATH = path('path', 'URL path of the proxied request.');
export const PROXY_PATH = query('path', 'string', 'URL path of the proxied request.');

const CONTAINER = query('container', 'string', 'Container of the pod. Defaults to the only container.');
const STREAMS: readonly Parameter[] = [
  CONTAINER,
  query('stderr', 'boolean', 'Redirect the standard error stream.'),
  query('stdin', 'boolean', 'Redirect the standard input stream.'),
  query('stdout', 'boolean', 'Redirect the standard output stream.'),
  query('tty', 'boolean', 'Allocate a terminal.'),
];

/** Of the connect sub-resources, by name. */
export const CONNECTION_PARAMETERS: Readonly<Record<string, readonly Parameter[]>> = {
  attach: STREAMS,
  exec: [query('command', 'string', 'Command to execute; repeated for each argument.'), ...STREAMS],
  log: [
    CONTAINER,
    query('follow', 'boolean', 'Follow the log stream.'),
    query(
      'insecureSkipTLSVerifyBackend',
      'boolean',
      'Do not verify the serving certificate of the node agent. The log may then come from another server.',
    ),
    query('limitBytes', 'integer', 'Maximum number of bytes.'),
    PRETTY,
    query('previous', 'boolean', 'Return the logs of the previous container instance.'),
    query('sinceSeconds', 'integer', 'Only lines newer than this number of seconds.'),
    query('stream', 'string', 'Log stream: All, Stdout or Stderr.'),
    query('tailLines', 'integer', 'Number of lines from the end of the logs.'),
    query('timestamps', 'boolean', 'Add a timestamp at the beginning of every line.'),
  ],
  portforward: [query('ports', 'integer', 'Ports to forward.')],
  proxy: [PROXY_PATH],
};
