import { formatTime } from '@orch/apimachinery';
import { keyOf, type HasMetadata } from '@orch/client';

/** An Event of the core group, v1. */
export interface CoreEvent extends HasMetadata {
  involvedObject: ObjectReference;
  reason: string;
  message: string;
  type: 'Normal' | 'Warning';
  source: { component: string };
  reportingComponent: string;
  reportingInstance: string;
  firstTimestamp: string;
  lastTimestamp: string;
  count: number;
}

export interface ObjectReference {
  apiVersion?: string;
  kind?: string;
  namespace?: string;
  name?: string;
  uid?: string;
  resourceVersion?: string;
}

/** The content of an Event, before it has a name and a count. */
export interface Occurrence {
  readonly object: HasMetadata;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly atMs: number;
}

/** Maximum length of a message. Unit: characters. */
const MESSAGE_CHARS = 1024;
/** Maximum length of an object name. */
const NAME_CHARS = 253;

/** Equal for occurrences that are counted by one Event. */
export function occurrenceId({ object, type, reason, message }: Occurrence): string {
  const { namespace, name } = keyOf(object);
  return JSON.stringify([object.apiVersion, object.kind, namespace, name, object.metadata.uid, type, reason, message]);
}

/** The first Event of an occurrence. `serial` makes its name unique. Pure. */
export function eventOf(
  occurrence: Occurrence,
  component: string,
  defaultNamespace: string,
  serial: string,
): CoreEvent {
  const { object, type, reason, message, atMs } = occurrence;
  const { namespace, name, uid, resourceVersion } = object.metadata;
  const at = formatTime(atMs);
  const suffix = `.${serial}`;
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: {
      namespace: namespace ?? defaultNamespace,
      name: `${(name ?? '').slice(0, NAME_CHARS - suffix.length)}${suffix}`,
    },
    involvedObject: {
      ...(object.apiVersion === undefined ? {} : { apiVersion: object.apiVersion }),
      ...(object.kind === undefined ? {} : { kind: object.kind }),
      ...(namespace === undefined ? {} : { namespace }),
      ...(name === undefined ? {} : { name }),
      ...(uid === undefined ? {} : { uid }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
    },
    reason,
    message: message.slice(0, MESSAGE_CHARS),
    type,
    source: { component },
    reportingComponent: component,
    reportingInstance: '',
    firstTimestamp: at,
    lastTimestamp: at,
    count: 1,
  };
}
