import { lastValueFrom, toArray, from } from 'rxjs';
import { listPages } from './list-pages.js';
import { PageTokens } from './page-tokens.js';

const AGAIN = 'the server answered the same page of the list again';

it('follows each token once', () => {
  const tokens = new PageTokens();
  expect(['a', 'b', '', undefined].map((token) => tokens.next(token))).toEqual(['a', 'b', undefined, undefined]);
  expect(() => tokens.next('a')).toThrow(AGAIN);
});

it('a list whose pages go in a circle is an error', async () => {
  const circle: Record<string, string> = { '': 'a', a: 'b', b: 'c', c: 'a' };
  let requests = 0;
  const pages = listPages((options) => {
    if (++requests > 10) throw new Error('asked for ever');
    const metadata = { continue: circle[options.continue ?? '']!, resourceVersion: '1' };
    return Promise.resolve({ kind: 'ConfigMapList', apiVersion: 'v1', metadata, items: [] });
  }, {});
  await expect(lastValueFrom(from(pages).pipe(toArray()))).rejects.toThrow(AGAIN);
});
