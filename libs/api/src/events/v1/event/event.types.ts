import { Field, Struct } from '../../../definition/decorators.js';
import { KindObject } from '../../../definition/kind-object.js';
import { EventSource } from '../../../core/v1/event/event.types.js';
import { ObjectReference } from '../../../core/v1/references.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('events.v1.EventSeries')
export class EventSeries {
  @Field(1, 'int32', { required: true }) count: number;
  @Field(2, 'microTime', { required: true }) lastObservedTime: string;
}

@Struct('events.v1.Event', {
  typeMeta: true,
  description: 'A report of something that happened to an object. Kept for a while only.',
})
export class Event extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, 'microTime', { required: true }) eventTime: string;
  @Field(3, () => EventSeries, { pointer: true }) series?: EventSeries;
  @Field(4, 'string') reportingController?: string;
  @Field(5, 'string') reportingInstance?: string;
  @Field(6, 'string') action?: string;
  @Field(7, 'string') reason?: string;
  @Field(8, () => ObjectReference) regarding?: ObjectReference;
  @Field(9, () => ObjectReference, { pointer: true }) related?: ObjectReference;
  @Field(10, 'string') note?: string;
  @Field(11, 'string') type?: string;
  @Field(12, () => EventSource) deprecatedSource?: EventSource;
  @Field(13, 'time') deprecatedFirstTimestamp?: string;
  @Field(14, 'time') deprecatedLastTimestamp?: string;
  @Field(15, 'int32') deprecatedCount?: number;
}
