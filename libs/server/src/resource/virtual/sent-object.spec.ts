import type { ResourceDefinition } from '@orch/api';
import { shownInSteps } from './sent-object.js';

describe('answers of reviews', () => {
  const decoded: number[] = [];
  const definition = {
    schema: {
      decode: (answer: { readonly status: { readonly resourceRules: readonly object[] } }) => {
        decoded.push(answer.status.resourceRules.length);
        return answer;
      },
    },
  } as unknown as ResourceDefinition;
  const shown = (resourceRules: readonly object[]): { readonly steps: number; readonly status: unknown } => {
    decoded.length = 0;
    const answer = { apiVersion: 'v1', kind: 'Review', metadata: {}, status: { resourceRules, incomplete: false } };
    const work = shownInSteps(definition, answer);
    let step = work.next();
    let steps = 1;
    for (; !step.done; step = work.next()) steps++;
    return { steps, status: (step.value as { readonly status: unknown }).status };
  };

  it.each([
    ['many items', Array.from({ length: 1_200 }, (_, at) => ({ verbs: [`v${at}`] })), [0, 500, 500, 200]],
    [
      'few items with many values',
      Array.from({ length: 4 }, (_, at) => ({ resourceNames: Array.from({ length: 3_000 }, (__, n) => `${at}-${n}`) })),
      [0, 2, 2],
    ],
    ['few items', [{ verbs: ['get'] }], [1]],
  ])('%s are shown in steps', (_, rules, sizes) => {
    const { steps, status } = shown(rules);
    expect(status).toEqual({ resourceRules: rules, incomplete: false });
    expect(decoded).toEqual(sizes);
    expect(steps).toBe(sizes.length);
  });
});
