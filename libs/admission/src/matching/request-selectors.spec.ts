import type { LabelSelectorObject } from '@orch/apimachinery';
import { attributesOf, namespaceReader } from '../attributes.fixture.js';
import { RequestSelectors } from './request-selectors.js';
import { StepWork } from './step-work.js';

const pod = attributesOf({ metadata: { labels: { a: '1' } } });
const reader = namespaceReader({ labels: { n: '1' } });

/** Whether selectors match the pod, and in how many steps. */
function match(selectors: RequestSelectors): { matches: boolean; steps: number } {
  const work = selectors.match(pod, reader, new StepWork());
  for (let steps = 1; ; steps++) {
    const step = work.next();
    if (step.done) return { matches: step.value, steps };
  }
}

describe('selectors of requests', () => {
  const absent = (count: number): LabelSelectorObject => ({
    matchExpressions: Array.from({ length: count }, (_, index) => ({ key: `k${index}`, operator: 'DoesNotExist' })),
  });
  const labels = (count: number): LabelSelectorObject => ({
    matchLabels: Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, ''])),
  });

  it.each<[string, LabelSelectorObject | undefined, LabelSelectorObject | undefined, boolean]>([
    ['none', undefined, undefined, true],
    ['empty ones', {}, {}, true],
    ['labels of the object', undefined, { matchLabels: { a: '1' } }, true],
    ['other labels of the object', undefined, { matchLabels: { a: '2' } }, false],
    ['labels of the namespace', { matchLabels: { n: '1' } }, undefined, true],
    ['other labels of the namespace', { matchLabels: { n: '2' } }, undefined, false],
    ['many requirements', absent(3_000), absent(3_000), true],
    ['one of many that does not hold', { ...absent(3_000), matchLabels: { n: '2' } }, {}, false],
    ['many labels', undefined, labels(3_000), false],
  ])('match: %s', (_what, namespaceSelector, objectSelector, matches) => {
    const sources = { ...(namespaceSelector && { namespaceSelector }), ...(objectSelector && { objectSelector }) };
    const selectors = new RequestSelectors(sources);
    expect(selectors.matchAtOnce(pod, reader, new StepWork())).toBeUndefined();
    expect(match(selectors).matches).toBe(matches);
    expect(selectors.matchAtOnce(pod, reader, new StepWork())).toBe(matches);
  });

  it('are not compared at once where the step ends before', () => {
    const selectors = new RequestSelectors({ objectSelector: absent(10) });
    match(selectors);
    const work = new StepWork();
    while (work.fits(11)) expect(selectors.matchAtOnce(pod, reader, new StepWork())).toBe(true);
    expect(selectors.matchAtOnce(pod, reader, work)).toBeUndefined();
  });

  it('are parsed in steps, once', () => {
    const selectors = new RequestSelectors({ namespaceSelector: absent(10_000), objectSelector: labels(10_000) });
    expect(match(selectors).steps).toBeGreaterThan(30);
    expect(match(selectors).steps).toBeLessThan(4);
  });
});
