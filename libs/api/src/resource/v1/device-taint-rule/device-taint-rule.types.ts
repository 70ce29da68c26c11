import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { Condition } from '../../../meta/v1/condition.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { DeviceSelector } from '../device-requests.js';
import { DeviceTaint } from '../devices.js';

@Struct('resource.v1.DeviceTaintSelector', { since: 37, description: 'Devices that have all the given names.' })
export class DeviceTaintSelector {
  @Field(2, 'string', { pointer: true, since: 37, description: 'Name of the driver.' }) driver?: string;
  @Field(3, 'string', { pointer: true, since: 37, description: 'Name of the pool.' }) pool?: string;
  @Field(4, 'string', { pointer: true, since: 37, description: 'Name of the device within its pool.' }) device?: string;
  @Field(1, 'string', {
    pointer: true,
    since: 33,
    last: 34,
    description: 'Of the alpha version: name of the DeviceClass whose selectors the device must match.',
  })
  deviceClassName?: string;
  @Field(5, listOf(() => DeviceSelector), {
    listType: 'atomic',
    since: 33,
    last: 34,
    description: 'Of the alpha version: conditions that the device must meet. At most 32.',
  })
  selectors?: DeviceSelector[];
}

@Struct('resource.v1.DeviceTaintRuleSpec', { since: 37, description: 'A taint and the devices that have it.' })
export class DeviceTaintRuleSpec {
  @Field(1, () => DeviceTaintSelector, {
    pointer: true,
    since: 37,
    description: 'The tainted devices. Empty: all. Absent: none.',
  })
  deviceSelector?: DeviceTaintSelector;
  @Field(2, () => DeviceTaint, { since: 37, description: 'The taint.' }) taint?: DeviceTaint;
}

@Struct('resource.v1.DeviceTaintRuleStatus', { since: 37, description: 'What became of a rule.' })
export class DeviceTaintRuleStatus {
  @Field(1, listOf(() => Condition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    since: 37,
    description: 'Conditions: EvictionInProgress.',
  })
  conditions?: Condition[];
}

@Struct('resource.v1.DeviceTaintRule', {
  typeMeta: true,
  since: 37,
  description: 'Adds a taint to devices, whatever their driver says.',
})
export class DeviceTaintRule extends KindObject {
  @Field(1, () => ObjectMeta, { since: 37 }) metadata: ObjectMeta;
  @Field(2, () => DeviceTaintRuleSpec, { required: true, since: 37 }) spec: DeviceTaintRuleSpec;
  @Field(3, () => DeviceTaintRuleStatus, { since: 37 }) status?: DeviceTaintRuleStatus;
}
