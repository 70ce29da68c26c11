import { bodySummary } from './body-summary.js';

describe('bodySummary', () => {
  const cases: [name: string, body: string, want: string][] = [
    ['nothing', '', '<empty>'],
    ['short JSON', '{"a":', '{"a":'],
    ['long JSON', `{"data":{"a":"${'b'.repeat(30)}"}}`, `{"data":{"a":"${'b'.repeat(16)} ...`],
    ['other text', '[1]', '5b315d'],
    ['long other text', 'a'.repeat(31), `${'61'.repeat(30)} ...`],
  ];
  it.each(cases)('%s', (_name, body, want) => expect(bodySummary(Buffer.from(body))).toBe(want));
});
