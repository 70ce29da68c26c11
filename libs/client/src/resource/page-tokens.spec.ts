/** @jest-environment node */
import type { ApiList } from '@orch/apimachinery';
import { lastValueFrom, toArray, from } from 'rxjs';
import { AnswerTooLong } from '../errors/answer-too-long.js';
import type { ListOptions } from './call-options.js';
import { ListMemory } from './list-memory.js';
import { listPages, listWhole } from './list-pages.js';
import { MAX_EMPTY_PAGES, PageTokens } from './page-tokens.js';

const AGAIN = 'the server answered the same page of the list again';

const pageOf = (items: readonly string[], token?: string): ApiList<string> => ({
  kind: 'ConfigMapList',
  apiVersion: 'v1',
  metadata: { resourceVersion: '1', ...(token === undefined ? {} : { continue: token }) },
  items: [...items],
});

it('a list ends where there is no token', () => {
  const tokens = new PageTokens();
  expect(['a', 'b', '', undefined].map((token) => tokens.next(token, 1))).toEqual(['a', 'b', undefined, undefined]);
});

it.each([1, 2, 3, 7, 100])('a list whose pages go in a circle of %d is an error', (length) => {
  const tokens = new PageTokens();
  const followed: string[] = [];
  const follow = (): void => {
    for (let page = 0; page < 1_000; page++)
      followed.push(tokens.next(`t${page < 5 ? page : 5 + (page % length)}`, 1)!);
  };
  expect(follow).toThrow(AGAIN);
  expect(followed.length).toBeLessThan(5 * length + 20);
});

it('pages are requested until they go in a circle', async () => {
  const circle: Record<string, string> = { '': 'a', a: 'b', b: 'c', c: 'a' };
  let requests = 0;
  const pages = listPages((options) => {
    if (++requests > 10) throw new Error('asked for ever');
    return Promise.resolve(pageOf([], circle[options.continue ?? '']));
  }, {});
  await expect(lastValueFrom(from(pages).pipe(toArray()))).rejects.toThrow(AGAIN);
});

it('empty pages with ever new tokens are an error, those between others are not', () => {
  const tokens = new PageTokens();
  let page = 0;
  const follow = (items: number, pages: number): void => {
    for (const last = page + pages; page < last; page++) expect(tokens.next(`t${page}`, items)).toBe(`t${page}`);
  };
  follow(0, MAX_EMPTY_PAGES - 1);
  follow(1, 1);
  follow(0, MAX_EMPTY_PAGES - 1);
  expect(() => tokens.next('last', 0)).toThrow(`the list has ${MAX_EMPTY_PAGES} pages in a row without an item`);
});

it('a list has at most 100,000 pages', () => {
  const tokens = new PageTokens();
  for (let page = 1; page < 100_000; page++) tokens.next(`t${page}`, 1);
  expect(() => tokens.next('last', 1)).toThrow('the list has 100000 pages, and more to come');
});

it('a token of 16,385 characters is an error', () => {
  expect(new PageTokens().next('t'.repeat(16_384), 1)).toHaveLength(16_384);
  expect(() => new PageTokens().next('t'.repeat(16_385), 1)).toThrow('a continue token is longer than 16384');
});

describe('a list that is kept whole', () => {
  /** A server with ever new tokens, each of whose pages takes 100 bytes. */
  const endless = (requests: ListOptions[]) => (options: ListOptions) => {
    if (requests.push(options) > 1_000) throw new Error('asked for ever');
    options.onSize?.(100);
    return Promise.resolve(pageOf(['x'], `t${requests.length}`));
  };

  it('ends with an error when lists in progress take more memory than they may', async () => {
    const requests: ListOptions[] = [];
    const failure = 'a list does not fit into memory: lists in progress take more than 1000 bytes';
    await expect(listWhole(endless(requests), {}, new ListMemory(1_000))).rejects.toThrow(failure);
    expect(requests).toHaveLength(11);
  });

  it('leaves room for the next when it has ended', async () => {
    const failing = (): Promise<unknown> => listWhole(endless([]), {}, new ListMemory(1_000)).catch(() => undefined);
    await failing();
    await failing();
    const list = async (options: ListOptions) => {
      options.onSize?.(900);
      return pageOf(['x']);
    };
    for (let time = 0; time < 3; time++) {
      expect((await listWhole(list, {}, new ListMemory(1_000))).items).toEqual(['x']);
    }
  });

  it('counts the memory of others in progress', () => {
    const [one, other] = [new ListMemory(1_000), new ListMemory(1_000)];
    one.add(600);
    expect(() => other.add(600)).toThrow('a list does not fit into memory');
    other.release();
    one.release();
    // A page that is parsed after its list has failed.
    one.add(1_000);
    const next = new ListMemory(1_000);
    expect(() => next.add(1_000)).not.toThrow();
    next.release();
  });
});

it('reads a page that is too long in smaller ones, from where it was', async () => {
  const requests: ListOptions[] = [];
  const items = Array.from({ length: 20 }, (_, n) => `x${n}`);
  const list = (options: ListOptions) => {
    requests.push(options);
    const limit = options.limit ?? items.length;
    const start = Number(options.continue ?? 0);
    // The first ten are small, of the others three fit.
    if (start + limit > 10 && limit > 3) return Promise.reject(new AnswerTooLong('http://x', 100));
    const end = start + limit;
    return Promise.resolve(pageOf(items.slice(start, end), end < items.length ? String(end) : undefined));
  };
  expect((await listWhole(list, { limit: 10 })).items).toEqual(items);
  expect(requests.map((request) => [request.continue, request.limit])).toEqual([
    [undefined, 10],
    ['10', 10],
    ...['10', '12', '14', '16', '18'].map((token) => [token, 2]),
  ]);
});

it('an item that is too long alone is an error', async () => {
  const limits: unknown[] = [];
  const list = (options: ListOptions) => {
    limits.push(options.limit);
    return Promise.reject(new AnswerTooLong('http://x', 100));
  };
  await expect(listWhole(list, {})).rejects.toThrow('http://x: the answer is longer than 100 bytes');
  expect(limits).toEqual([500, 63, 8, 1]);
});
