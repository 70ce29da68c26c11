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

/** Labels as `{name="value",other="value"}`; quotes, backslashes and line feeds in values are escaped. */
function labelsOf(line: string): Record<string, string> {
  const labels: Record<string, string> = {};
  let at = line.indexOf('{') + 1;
  while (at > 0) {
    const begin = line.indexOf('="', at) + 2;
    const end = begin < 2 ? -1 : endOfValue(line, begin);
    if (end < 0) break;
    labels[line.slice(at, begin - 2)] = unescaped(line.slice(begin, end));
    at = line[end + 1] === ',' ? end + 2 : 0;
  }
  return labels;
}

/** Where the quote after a value is; -1 when there is none. */
function endOfValue(line: string, begin: number): number {
  for (let at = begin; at < line.length; at++) {
    if (line[at] === '"') return at;
    if (line[at] === '\\') at++;
  }
  return -1;
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));
