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

function labelsOf(line: string): Record<string, string> {
  return Object.fromEntries(
    [...line.matchAll(/([A-Za-z_]\w*)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => [name ?? '', value ?? '']),
  );
}
