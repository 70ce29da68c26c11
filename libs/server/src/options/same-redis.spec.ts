import { parseRedisUrls } from '@orch/redis';
import { isSameRedis } from './same-redis.js';

const rows: [one: string, other: string, same: boolean][] = [
  ['redis://localhost', 'redis://127.0.0.1:6379', true],
  ['redis://LOCALHOST.', 'redis://[::1]', true],
  ['redis://127.0.0.2', 'redis://127.0.0.1', false],
  ['redis://localhost:6380', 'redis://127.0.0.1', false],
  ['redis://Redis.example.', 'rediss://u:p@redis.example', true],
  ['redis://a', 'redis://b', false],
  ['redis://a/0', 'redis://a', true],
  ['redis://a/1', 'redis://a', false],
  ['redis+unix:///a', 'redis+unix:///a', true],
  ['redis+unix:///a', 'redis+unix:///b', false],
  ['redis+unix:///a', 'redis://a', false],
  ['redis+cluster://a,b', 'redis+cluster://c,b', true],
  ['redis+cluster://a,b', 'redis+cluster://c', false],
  ['redis+cluster://a,b', 'redis://b', true],
  ['redis+sentinel://a,b/main', 'redis+sentinel://b/main', true],
  ['redis+sentinel://a/main', 'redis+sentinel://a/other', false],
  ['redis+sentinel://a/main', 'redis+sentinel://b/main', false],
  ['redis+sentinel://a:1/main', 'redis://a:1', false],
];
it.each(rows)('%s and %s: %s', (one, other, same) => {
  const [a, b] = [parseRedisUrls([one]), parseRedisUrls([other])];
  expect([isSameRedis(a, b), isSameRedis(b, a)]).toEqual([same, same]);
});
