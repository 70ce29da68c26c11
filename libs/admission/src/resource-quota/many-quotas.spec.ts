import type { ResourceQuota } from '@orch/api';
import { systemClock } from '@orch/apimachinery';
import type { ObjectReader, SteppedReader } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { attributesOf } from '../attributes.fixture.js';
import { missingAmounts } from './missing-amounts.js';
import { resourceQuota } from './resource-quota.js';

const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c' }] } };

/** The plugin below quotas of pods with a deadline, which the pod has not. */
const below = (quotas: number, scopes: number) => {
  const scope = Array.from({ length: scopes }, () => 'NotTerminating');
  const quota = { metadata: { name: 'q' }, spec: { hard: { pods: '1' }, scopes: [...scope, 'Terminating'] } };
  const reader: Partial<ObjectReader & SteppedReader> = {
    has: () => false,
    hasAny: () => true,
    // eslint-disable-next-line require-yield
    *readAllInSteps() {
      return Array.from({ length: quotas }, () => quota as unknown as ResourceQuota);
    },
  };
  return resourceQuota({
    reader: reader as ObjectReader & SteppedReader,
    vocabulary: vocabularies.orch,
    clock: systemClock,
    own: { change: () => Promise.reject(new Error('nothing is charged')) },
  });
};

describe('many quotas of one namespace', () => {
  it('their scopes are compared in steps', async () => {
    const decided = below(20, 5_000).validate!(attributesOf(pod));
    expect(decided).toBeInstanceOf(Promise);
    await decided;
  });

  it('few scopes are compared at once', () => expect(below(3, 3).validate!(attributesOf(pod))).toBeUndefined());

  it('names that a quota limits are not sorted to find those that a pod must specify', () => {
    const hard = new Proxy({ 'requests.memory': '1', cpu: '1' } as Record<string, string>, {
      ownKeys: () => {
        throw new Error('all names are read');
      },
    });
    expect(missingAmounts(pod, hard)).toEqual(['cpu for: c', 'requests.memory for: c']);
  });
});
