import { Buckets, histogram, samplesOf, type Sample } from '@orch/http';
import { metricText, type PageMetric } from './page-metric.js';

const SERIES = 2_000;
const metric = (samples: () => Iterable<Sample>): PageMetric => ({ name: 'm', type: 'counter', help: 'H', samples });
const textOf = (samples: readonly Sample[]): string => String(metricText(metric(() => samples)).next().value);

describe('the text of a metric', () => {
  it('has its description, its type and a line for each sample', () =>
    expect(
      textOf([
        { value: 1, labels: {} },
        { value: 0.5, labels: { a: 'x', le: 2 }, metricName: 'm_bucket' },
      ]),
    ).toBe('# HELP m H\n# TYPE m counter\nm 1\nm_bucket{a="x",le="2"} 0.5'));

  it('escapes values of labels', () =>
    expect(textOf([{ value: 1, labels: { a: '"\\\n' } }])).toContain('m{a="\\"\\\\\\n"} 1'));

  it('spells numbers that are not finite', () => {
    const samples = [Infinity, -Infinity, NaN].map((value) => ({ value, labels: {} }));
    expect(textOf(samples).split('\n').slice(2)).toEqual(['m +Inf', 'm -Inf', 'm NaN']);
  });

  it('is written in steps of some hundred lines, for which the samples are made then', () => {
    let made = 0;
    const all = Array.from({ length: SERIES }, (_, n) => String(n));
    const buckets = new Buckets([1, 2, 3]);
    buckets.observe(1);
    const samples = () => samplesOf(all, (name) => (made++, histogram('m', { name }, buckets)));
    const work = metricText(metric(samples));
    let longest = 0;
    let steps = 1;
    for (let before = 0, step = work.next(); !step.done; step = work.next(), steps++) {
      longest = Math.max(longest, made - before);
      before = made;
    }
    expect(made).toBe(SERIES);
    expect(longest).toBeLessThanOrEqual(100);
    expect(steps).toBeGreaterThan(20);
  });
});
