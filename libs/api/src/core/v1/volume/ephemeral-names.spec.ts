import { FieldPath } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import type { Volume } from './volume.js';
import { checkVolumes } from './volume.validation.js';

describe('names of the claims of ephemeral volumes', () => {
  const errorsOf = (podName: string) =>
    checkVolumes(FieldPath.of('volumes'), [{ name: 'v', ephemeral: {} } as Volume], vocabularies.orch, podName).errors;
  const details = (podName: string) => errorsOf(podName).map(({ detail }) => detail);

  it('are made of the name of the pod', () =>
    expect(details('p'.repeat(253))).toContainEqual(
      `Invalid value: "v": PVC name "${'p'.repeat(253)}-v": must be no more than 253 characters`,
    ));

  it('are refused, and hold no more than the beginning of the name of a pod', () => {
    expect(details('p'.repeat(300_000))).toContainEqual(expect.stringContaining('must be no more than 253 characters'));
    for (const detail of details('p'.repeat(300_000))) expect(detail.length).toBeLessThan(1_000);
  });
});
