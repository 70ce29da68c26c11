import { Field, Struct } from '../../../definition/decorators.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectReference } from '../references.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('core.v1.EventSource', { description: 'Reporter of an event.' })
export class EventSource {
  @Field(1, 'string', { description: 'Component that reports.' }) component?: string;
  @Field(2, 'string', { description: 'Node on which it runs.' }) host?: string;
}

@Struct('core.v1.EventSeries', { description: 'A series of equal events.' })
export class EventSeries {
  @Field(1, 'int32', { description: 'Number of events so far.' }) count?: number;
  @Field(2, 'microTime', { description: 'When the last one happened.' }) lastObservedTime?: string | null;
}

@Struct('core.v1.Event', {
  typeMeta: true,
  description: 'A report of something that happened to an object. Kept for a while only.',
})
export class Event extends KindObject {
  @Field(1, () => ObjectMeta, { required: true }) metadata: ObjectMeta;
  @Field(2, () => ObjectReference, { required: true, description: 'Object that the event is about.' })
  involvedObject: ObjectReference;
  @Field(3, 'string', { description: 'What happened, in CamelCase, for programs.' }) reason?: string;
  @Field(4, 'string', { description: 'What happened, for people.' }) message?: string;
  @Field(5, () => EventSource, { description: 'Reporter of the event.' }) source?: EventSource;
  @Field(6, 'time', { description: 'When the event was first recorded.' }) firstTimestamp?: string | null;
  @Field(7, 'time', { description: 'When the event was last recorded.' }) lastTimestamp?: string | null;
  @Field(8, 'int32', { description: 'How often the event happened.' }) count?: number;
  @Field(9, 'string', { description: 'Normal or Warning.' }) type?: string;
  @Field(10, 'microTime', { description: 'When the event was first observed.' }) eventTime?: string | null;
  @Field(11, () => EventSeries, { pointer: true, description: 'The series of which the event is the first.' })
  series?: EventSeries;
  @Field(12, 'string', { description: 'What was done about the object.' }) action?: string;
  @Field(13, () => ObjectReference, { pointer: true, description: 'Second object of the event.' })
  related?: ObjectReference;
  @Field(14, 'string', { zeroIsShown: true, description: 'Controller that reports, `DOMAIN/NAME`.' })
  reportingComponent?: string;
  @Field(15, 'string', { zeroIsShown: true, description: 'Instance of the controller.' }) reportingInstance?: string;
}
