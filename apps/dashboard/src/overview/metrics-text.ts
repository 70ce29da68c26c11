/** One sample of the Prometheus text format. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The samples of the wanted metrics, by name; the others are skipped unread. */
export function readMetrics(text: string, names: readonly string[]): Map<string, Sample[]> {
  const found = new Map<string, Sample[]>(names.map((name) => [name, []]));
  for (const line of text.split('\n')) {
    const end = line.search(/[{ ]/);
    const samples = end < 0 ? undefined : found.get(line.slice(0, end));
    if (samples === undefined) continue;
    const value = Number(line.slice(line.lastIndexOf(' ') + 1));
    if (!Number.isNaN(value)) samples.push({ labels: labelsOf(line), value });
  }
  return found;
}

/** Labels as `{name="value",other="value"}`; those that are read have no quotes in their values. */
function labelsOf(line: string): Record<string, string> {
  if (!line.includes('{')) return {};
  const pairs = line.slice(line.indexOf('{') + 1, line.lastIndexOf('"}')).split('",');
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('="') + 2)]),
  );
}
