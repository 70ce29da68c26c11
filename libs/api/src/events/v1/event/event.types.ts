import { Field, Struct } from '../../../definition/decorators.js';
import { KindObject } from '../../../definition/kind-object.js';
import { EventSource } from '../../../core/v1/event/event.types.js';
import { ObjectReference } from '../../../core/v1/references.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('events.v1.EventSeries', { description: 'A series of equal events.' })
export class EventSeries {
  @Field(1, 'int32', { required: true, description: 'Number of events so far.' }) count: number;
  @Field(2, 'microTime', { required: true, description: 'When the last one was observed.' }) lastObservedTime:
    | string
    | null;
}

@Struct('events.v1.Event', {
  typeMeta: true,
  description: 'A report of something that happened to an object. Kept for a while only.',
})
export class Event extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, 'microTime', { required: true, description: 'When the event was first observed.' }) eventTime:
    | string
    | null;
  @Field(3, () => EventSeries, { pointer: true, description: 'The series of which the event is the first.' })
  series?: EventSeries;
  @Field(4, 'string', { description: 'Controller that reports, `DOMAIN/NAME`.' })
  reportingController?: string;
  @Field(5, 'string', { description: 'Instance of the controller.' }) reportingInstance?: string;
  @Field(6, 'string', { description: 'What was done about the object, for programs.' }) action?: string;
  @Field(7, 'string', { description: 'Why it was done, for programs.' }) reason?: string;
  @Field(8, () => ObjectReference, { description: 'Object that the event is about.' }) regarding?: ObjectReference;
  @Field(9, () => ObjectReference, { pointer: true, description: 'Second object of the event.' })
  related?: ObjectReference;
  @Field(10, 'string', { description: 'Description for people, at most 1 kB.' }) note?: string;
  @Field(11, 'string', { description: 'Normal or Warning.' }) type?: string;
  @Field(12, () => EventSource, { description: 'Reporter, as in the core version of events.' })
  deprecatedSource?: EventSource;
  @Field(13, 'time', { description: 'First time, as in the core version of events.' }) deprecatedFirstTimestamp?:
    | string
    | null;
  @Field(14, 'time', { description: 'Last time, as in the core version of events.' }) deprecatedLastTimestamp?:
    | string
    | null;
  @Field(15, 'int32', { description: 'Number, as in the core version of events.' }) deprecatedCount?: number;
}
