import {
  goBoolean,
  goIntOrString,
  goLabelSelector,
  goNumber,
  goPointer,
  goString,
  goStringMap,
  goStrings,
  goStruct,
  goTime,
  type GoType,
} from './go-syntax.js';

const reference = goStruct('v1.OwnerReference', {
  apiVersion: goString,
  uid: goString,
  controller: goPointer('bool', goBoolean),
  hostIPs: goStrings,
});

describe('Go syntax', () => {
  const cases: [name: string, type: GoType, value: unknown, want: string][] = [
    ['a map by key', goStringMap, { b: '2', a: '1"' }, String.raw`map[string]string{"a":"1\"", "b":"2"}`],
    ['an absent map', goStringMap, undefined, 'map[string]string(nil)'],
    ['an empty map', goStringMap, {}, 'map[string]string{}'],
    ['a list', goStrings, ['a', 'b'], '[]string{"a", "b"}'],
    ['an absent list', goStrings, undefined, '[]string(nil)'],
    ['a number', goIntOrString, 5, 'intstr.IntOrString{Type:0, IntVal:5, StrVal:""}'],
    ['a percentage', goIntOrString, '5%', 'intstr.IntOrString{Type:1, IntVal:0, StrVal:"5%"}'],
    ['an absent number', goNumber, undefined, '0'],
    [
      'a struct, in the names of Go',
      reference,
      { uid: 'u', controller: true, apiVersion: 'v1' },
      'v1.OwnerReference{APIVersion:"v1", UID:"u", Controller:(*bool)(true), HostIPs:[]string(nil)}',
    ],
    ['an absent pointer', goPointer('bool', goBoolean), undefined, '(*bool)(nil)'],
    [
      'a label selector',
      goLabelSelector,
      { matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] },
      'v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement{' +
        'v1.LabelSelectorRequirement{Key:"a", Operator:"In", Values:[]string{"b"}}}}',
    ],
    ['a time', goTime, '2001-02-03T04:05:06Z', '2001-02-03 04:05:06 +0000 UTC'],
    ['a time with microseconds', goTime, '2001-02-03T04:05:06.120000Z', '2001-02-03 04:05:06.12 +0000 UTC'],
  ];
  it.each(cases)('prints %s', (_name, type, value, want) => expect(type(value)).toBe(want));
});
