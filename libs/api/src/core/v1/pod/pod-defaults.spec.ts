import { WorkLimit, WorkLimitError } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { podDefaults } from './pod-defaults.js';

describe('podDefaults', () => {
  const pod = (limits: number) => ({
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name: 'p' },
    spec: {
      initContainers: [
        { name: 'c', resources: { limits: Object.fromEntries(Array.from({ length: limits }, (_, i) => [`k${i}`, '1'])) } },
      ],
      containers: [],
    },
  }); // prettier-ignore
  const filled = (limits: number) =>
    podDefaults(
      pod(limits),
      vocabularies.kubernetes,
      undefined,
      new WorkLimit({ checks: 100, members: 10, bytes: 100 }),
    );

  it('pays for requests that it adds', () => {
    expect(filled(5)).toMatchObject({ spec: { initContainers: [{ resources: { requests: { k0: '1', k4: '1' } } }] } });
    expect(() => filled(6)).toThrow(WorkLimitError);
  });
});
