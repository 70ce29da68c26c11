import type { Change } from '../cache/change.js';
import { ChangeFeeds } from './change-feeds.js';

const change = (revision: number) => ({ revision }) as Change;

describe('ChangeFeeds', () => {
  it('pass a change to the followers of its resource only, in the order of their subscriptions', () => {
    const feeds = new ChangeFeeds();
    const seen: string[] = [];
    feeds.of('pods/').subscribe(({ revision }) => seen.push(`first ${revision}`));
    feeds.of('pods/').subscribe(({ revision }) => seen.push(`second ${revision}`));
    feeds.of('nodes/').subscribe(({ revision }) => seen.push(`other ${revision}`));
    feeds.emit('pods/', change(1));
    feeds.emit('secrets/', change(2));
    feeds.emit('nodes/', change(3));
    expect(seen).toEqual(['first 1', 'second 1', 'other 3']);
  });

  it('go on for others when a follower leaves, and begin again after the last one left', () => {
    const feeds = new ChangeFeeds();
    const seen: number[] = [];
    const leaving = feeds.of('pods/').subscribe(() => leaving.unsubscribe());
    const staying = feeds.of('pods/').subscribe(({ revision }) => seen.push(revision));
    for (const revision of [1, 2]) feeds.emit('pods/', change(revision));
    staying.unsubscribe();
    feeds.emit('pods/', change(3));
    feeds.of('pods/').subscribe(({ revision }) => seen.push(revision));
    feeds.emit('pods/', change(4));
    expect(seen).toEqual([1, 2, 4]);
  });

  it('complete for all followers, also for one that comes later', () => {
    const feeds = new ChangeFeeds();
    const completed: string[] = [];
    for (const prefix of ['pods/', 'nodes/']) feeds.of(prefix).subscribe({ complete: () => completed.push(prefix) });
    feeds.complete();
    feeds.of('pods/').subscribe({ complete: () => completed.push('late') });
    feeds.emit('pods/', change(1));
    expect(completed).toEqual(['pods/', 'nodes/', 'late']);
  });
});
