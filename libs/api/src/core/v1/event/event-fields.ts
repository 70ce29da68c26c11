import type { ApiObject } from '@orch/apimachinery';
import { fieldReader } from '../../../definition/field-reader.js';

const REFERENCE_FIELDS = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'] as const;

type Readers = Readonly<Record<string, (object: ApiObject) => string>>;

/** Readers for `prefix.kind`, `prefix.name`, ... of the object an event is about. */
const referenceReaders = (prefix: string): Readers =>
  Object.fromEntries(REFERENCE_FIELDS.map((field) => [`${prefix}.${field}`, fieldReader('involvedObject', field)]));

const component = fieldReader('source', 'component');
const reportingComponent = fieldReader('reportingComponent');

/** Names of the newer group, read from the stored form, which is the older one. */
export const NEWER_EVENT_FIELDS: Readers = {
  ...referenceReaders('regarding'),
  reason: fieldReader('reason'),
  reportingController: reportingComponent,
  type: fieldReader('type'),
};

/** C-285. Both sets of names are known, since both groups share one store. */
export const EVENT_FIELDS: Readers = {
  ...NEWER_EVENT_FIELDS,
  ...referenceReaders('involvedObject'),
  reportingComponent,
  source: (event) => component(event) || reportingComponent(event),
};
