import { FieldPath } from '@orch/apimachinery';
import { validateWebhookClient } from './webhook-client.js';

describe('the URL of a webhook', () => {
  const errors = (url: string) =>
    validateWebhookClient(FieldPath.of('c'), { url }).map(({ field, reason, detail }) => [field, reason, detail]);
  it('has a bounded length', () => {
    const url = (length: number): string => `https://example.com/`.padEnd(length, 'a');
    expect(errors(url(2_048))).toEqual([]);
    expect(errors(url(2_049))).toEqual([['c.url', 'FieldValueTooLong', 'Too long: may not be more than 2048 bytes']]);
  });
  it('may be escaped', () => expect(errors('https://example.com/a%20b')).toEqual([]));
  it.each([
    ['%', '%'],
    ['https://example.com/a%2', '%2'],
    ['https://example.com/%zzz', '%zz'],
  ])('%s has a broken escape, which is all that is said', (url, escape) =>
    expect(errors(url)).toEqual([
      [
        'c.url',
        'FieldValueRequired',
        `Required value: url must be a valid URL: parse "${url}": invalid URL escape "${escape}"; desired format: https://host[/path]`,
      ],
    ]),
  );
});
