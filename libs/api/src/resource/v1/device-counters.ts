import { Field, Struct } from '../../definition/decorators.js';
import { mapOf } from '../../definition/field-type.js';

@Struct('resource.v1.Counter', { since: 34, description: 'A quantity that devices consume.' })
export class Counter {
  @Field(1, 'quantity', { required: true, since: 34, description: 'Its amount.' })
  value: string;
}

@Struct('resource.v1.CounterSet', { since: 34, description: 'A named set of counters that devices of a pool share.' })
export class CounterSet {
  @Field(1, 'string', { required: true, since: 34, description: 'DNS label, unique within the pool.' })
  name: string;
  @Field(2, mapOf(() => Counter), { since: 34, description: 'Counters by name, a DNS label.' })
  counters?: Record<string, Counter>;
}

@Struct('resource.v1.DeviceCounterConsumption', {
  since: 34,
  description: 'What a device consumes of one counter set.',
})
export class DeviceCounterConsumption {
  @Field(1, 'string', { required: true, since: 34, description: 'Name of the set.' })
  counterSet: string;
  @Field(2, mapOf(() => Counter), { since: 34, description: 'Consumed amounts by counter.' })
  counters?: Record<string, Counter>;
}
