/** A parameter as OpenAPI 3 writes it. */
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

export const NAME = path('name', 'Name of the object.');
export const NAMESPACE = path('namespace', 'Namespace the object lies in.');
export const PRETTY = query('pretty', 'string', 'If true, the answer is indented.');

const DRY_RUN = query('dryRun', 'string', 'With the value All everything is done but storing.');
const FIELD_MANAGER = query('fieldManager', 'string', 'Name under which the fields of this write are owned.');
const FIELD_VALIDATION = query(
  'fieldValidation',
  'string',
  'What unknown and duplicate fields do: Ignore, Warn or Strict.',
);
const FORCE = query('force', 'boolean', 'Apply takes over fields that others own.');
const RESOURCE_VERSION = query('resourceVersion', 'string', 'Which version of the state the answer must reflect.');

/** Of GET on one object. */
export const READ: readonly Parameter[] = [];
/** Of POST and PUT. */
export const WRITE: readonly Parameter[] = [DRY_RUN, FIELD_MANAGER, FIELD_VALIDATION];
/** Of PATCH. */
export const PATCH: readonly Parameter[] = [...WRITE, FORCE];
/** Of GET on a collection, with or without watch. */
export const LIST: readonly Parameter[] = [
  query('allowWatchBookmarks', 'boolean', 'The watch may send bookmarks.'),
  query('continue', 'string', 'Token of the page before.'),
  query('fieldSelector', 'string', 'Only objects whose fields match.'),
  query('labelSelector', 'string', 'Only objects whose labels match.'),
  query('limit', 'integer', 'At most this many objects; the rest is fetched with the token.'),
  RESOURCE_VERSION,
  query('resourceVersionMatch', 'string', 'How resourceVersion is meant: Exact or NotOlderThan.'),
  query('sendInitialEvents', 'boolean', 'The watch begins with the present state.'),
  query('timeoutSeconds', 'integer', 'Limit of the list or watch.'),
  query('visible', 'boolean', 'Only objects that the caller may see, instead of a refusal.'),
  query('watch', 'boolean', 'Send changes as they come, instead of the list.'),
];
/** Of DELETE on one object. */
export const DELETE: readonly Parameter[] = [
  DRY_RUN,
  query('gracePeriodSeconds', 'integer', 'Time the object has to end by itself.'),
  query('orphanDependents', 'boolean', 'Deprecated: see propagationPolicy.'),
  query('propagationPolicy', 'string', 'What becomes of dependents: Orphan, Background or Foreground.'),
];
/** Of DELETE on a collection. */
export const DELETE_COLLECTION: readonly Parameter[] = [
  ...DELETE,
  ...LIST.filter((p) => !['allowWatchBookmarks', 'visible', 'watch'].includes(p.name)),
];

/** What is behind the proxied object. */
export const PATH = path('path', 'Path that is asked of the object.');
export const PROXY_PATH = query('path', 'string', 'Path that is asked of the object.');

const CONTAINER = query('container', 'string', 'Container of the pod; the only one where there is one.');
const STREAMS: readonly Parameter[] = [
  CONTAINER,
  query('stderr', 'boolean', 'The error output is sent.'),
  query('stdin', 'boolean', 'Input is read.'),
  query('stdout', 'boolean', 'The output is sent.'),
  query('tty', 'boolean', 'The streams are those of a terminal.'),
];

/** Of the ways to a node's agent, by sub-resource. */
export const CONNECTION_PARAMETERS: Readonly<Record<string, readonly Parameter[]>> = {
  attach: STREAMS,
  exec: [query('command', 'string', 'Command to run, once for each of its words.'), ...STREAMS],
  log: [
    CONTAINER,
    query('follow', 'boolean', 'New lines are sent as they come.'),
    query('limitBytes', 'integer', 'At most so many bytes.'),
    query('previous', 'boolean', 'Of the container that ran before.'),
    query('sinceSeconds', 'integer', 'Only lines that are at most so old.'),
    query('tailLines', 'integer', 'Only so many lines, the last ones.'),
    query('timestamps', 'boolean', 'Each line begins with its time.'),
  ],
  portforward: [query('ports', 'integer', 'Ports to forward.')],
  proxy: [PROXY_PATH],
};
