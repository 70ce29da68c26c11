import type { HasMetadata } from '@orch/client';
import { parseCondition } from './wait-condition.js';

const pod = {
  metadata: { name: 'web', generation: 2 },
  spec: { replicas: 0 },
  status: {
    phase: 'Running',
    conditions: [
      { type: 'Ready', status: 'True' },
      { type: 'Idle', status: 'False' },
      { type: 'Old', status: 'True', observedGeneration: 1 },
    ],
  },
} as HasMetadata;

for (const [text, met] of [
  ['condition=Ready', true],
  ['condition=ready=true', true],
  ['condition=Ready=False', false],
  ['condition=Idle=False', true],
  ['condition=Idle', false],
  ['condition=Nothing', false],
  ['condition=Old', false],
  ['jsonpath={.status.phase}=Running', true],
  ['jsonpath={.status.phase}=Pending', false],
  ['jsonpath=.status.phase=Running', true],
  ['jsonpath={.spec.replicas}=0', true],
  ['jsonpath={.status.phase}', true],
  ['jsonpath={.status.reason}', false],
  ['jsonpath={.status.conditions[?(@.type=="Idle")].status}=False', true],
] as const) {
  it(`${text} is ${met ? '' : 'not '}met`, () => expect(parseCondition(text)(pod)).toBe(met));
}

it('a status of an older generation says nothing', () => {
  const behind = { ...pod, status: { observedGeneration: 1, conditions: [{ type: 'Ready', status: 'True' }] } };
  expect(parseCondition('condition=Ready')(behind as HasMetadata)).toBe(false);
});

for (const text of ['', 'gone', 'condition=', 'condition', 'jsonpath=', 'jsonpath={.a']) {
  it(`refuses --for=${text}`, () => expect(() => parseCondition(text)).toThrow());
}
