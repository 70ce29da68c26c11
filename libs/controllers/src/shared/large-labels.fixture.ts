import { atOnce, parsePacked } from '@orch/apimachinery';

/** The object as it is kept with `count` labels in addition, `l0` to `lN` without values: enough to be packed. */
export function withManyLabels<T extends { readonly metadata: object }>(object: T, count = 10_000): T {
  const labels = Object.fromEntries(Array.from({ length: count }, (_, at) => [`l${at}`, '']));
  const metadata = { ...object.metadata, labels: { ...(object.metadata as { labels?: object }).labels, ...labels } };
  return atOnce(parsePacked(Buffer.from(JSON.stringify({ ...object, metadata })))) as T;
}

/** The length of the longest text that is parsed meanwhile. */
export function longestParsed(work: () => void): number {
  const parse = jest.spyOn(JSON, 'parse');
  try {
    work();
    return Math.max(0, ...parse.mock.calls.map(([text]) => text.length));
  } finally {
    parse.mockRestore();
  }
}
