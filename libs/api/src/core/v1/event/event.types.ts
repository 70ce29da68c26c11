import { Field, Struct } from '../../../definition/decorators.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectReference } from '../references.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('core.v1.EventSource')
export class EventSource {
  @Field(1, 'string') component?: string;
  @Field(2, 'string') host?: string;
}

@Struct('core.v1.EventSeries')
export class EventSeries {
  @Field(1, 'int32') count?: number;
  @Field(2, 'microTime') lastObservedTime?: string;
}

@Struct('core.v1.Event', {
  typeMeta: true,
  description: 'A report of something that happened to an object. Kept for a while only.',
})
export class Event extends KindObject {
  @Field(1, () => ObjectMeta, { required: true }) metadata: ObjectMeta;
  @Field(2, () => ObjectReference, { required: true }) involvedObject: ObjectReference;
  @Field(3, 'string') reason?: string;
  @Field(4, 'string') message?: string;
  @Field(5, () => EventSource) source?: EventSource;
  @Field(6, 'time') firstTimestamp?: string;
  @Field(7, 'time') lastTimestamp?: string;
  @Field(8, 'int32') count?: number;
  @Field(9, 'string') type?: string;
  @Field(10, 'microTime') eventTime?: string;
  @Field(11, () => EventSeries, { pointer: true }) series?: EventSeries;
  @Field(12, 'string') action?: string;
  @Field(13, () => ObjectReference, { pointer: true }) related?: ObjectReference;
  @Field(14, 'string') reportingComponent?: string;
  @Field(15, 'string') reportingInstance?: string;
}
