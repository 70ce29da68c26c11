import { fieldError } from './field-error.js';
import { FieldPath } from './field-path.js';
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
  goValue,
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
  it.each(cases)('prints %s', (_name, type, value, want) => expect(type(value, 1_000)).toBe(want));

  it('prints no more of a value than is shown', () => {
    const item = (label: string) => ({ key: label, operator: label, values: [label, label] });
    const text = '\x7f'.repeat(1_000_000);
    const reads: string[] = [];
    const watched = new Proxy(
      Array.from({ length: 90_000 }, (_, index) => `k${index}`),
      {
        get: (list, key, receiver) => {
          reads.push(String(key));
          return Reflect.get(list, key, receiver) as unknown;
        },
      },
    );
    const values: [type: GoType, value: unknown][] = [
      [goString, text],
      [goIntOrString, text],
      [goTime, text],
      [goStringMap, { [text]: text, b: text }],
      [goStrings, watched],
      [
        goLabelSelector,
        { matchLabels: { a: text }, matchExpressions: Array.from({ length: 9_000 }, () => item(text)) },
      ],
    ];
    for (const [type, value] of values) {
      const printed = type(value, 1_000);
      expect(printed.length).toBeGreaterThan(1_000);
      expect(printed.length).toBeLessThan(30_000);
      expect(type(value, 1_000)).toBe(printed);
    }
    expect(reads.length).toBeLessThan(1_000);
    const { text: shown } = goValue(goStringMap, { a: text });
    expect([shown.slice(0, 28), shown.slice(-3), shown.length]).toEqual([
      'map[string]string{"a":"\\x7f\\',
      '...',
      65_539,
    ]);
  });
  it('prints a value once, when its text is read', () => {
    let printed = 0;
    const value = goValue(() => `printed ${++printed} times`, 'x');
    const { detail } = fieldError.invalid(FieldPath.root, value, 'a');
    expect([value.text, detail, printed]).toEqual(['printed 1 times', 'Invalid value: printed 1 times: a', 1]);
  });
});
