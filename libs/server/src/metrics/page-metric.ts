import type { Sample } from '@orch/http';

/** One metric of a page. */
export interface PageMetric {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly samples: () => Iterable<Sample>;
}

/** Samples that are written in one step. */
const STEP_SAMPLES = 500;

/** Metrics in the text format of Prometheus, an empty line between two; in steps. */
export function* pageText(metrics: readonly PageMetric[]): Generator<undefined, string> {
  const texts: string[] = [];
  for (const metric of metrics) {
    texts.push(yield* metricText(metric));
    yield;
  }
  return `${texts.join('\n\n')}\n`;
}

/** A metric in the text format, without a line feed at its end; in steps. */
export function* metricText({ name, type, help, samples }: PageMetric): Generator<undefined, string> {
  const lines = [`# HELP ${name} ${escaped(help)}`, `# TYPE ${name} ${type}`];
  for (const { metricName = name, labels, value } of samples()) {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${labelText(text)}"`);
    lines.push(`${metricName}${pairs.length > 0 ? `{${pairs.join()}}` : ''} ${number(value)}`);
    if (lines.length % STEP_SAMPLES === 0) yield;
  }
  return lines.join('\n');
}

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

const labelText = (value: string | number): string =>
  typeof value === 'string' ? escaped(value).replaceAll('"', '\\"') : String(value);

const number = (value: number): string => (value === Infinity ? '+Inf' : value === -Infinity ? '-Inf' : String(value));
