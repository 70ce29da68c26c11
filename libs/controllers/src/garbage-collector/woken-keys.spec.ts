import { WokenKeys } from './woken-keys.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

function setUp() {
  const woken = new WokenKeys();
  const uids: string[] = [];
  woken.keys$.subscribe(({ name }) => uids.push(name));
  return { woken, uids };
}

it('emits a few uids at once', () => {
  const { woken, uids } = setUp();
  for (const uid of ['a', 'b', 'a']) woken.add(uid);
  expect(uids).toEqual(['a', 'b', 'a']);
});

it('emits many of one turn in later ones, in their order', async () => {
  const { woken, uids } = setUp();
  const all = Array.from({ length: 20_000 }, (_, at) => `u${at}`);
  for (const uid of all) woken.add(uid);
  expect(uids).toHaveLength(1_000);
  while (uids.length < all.length) await turn();
  expect(uids).toEqual(all);
  await turn();
  woken.add('later');
  expect(uids.at(-1)).toBe('later');
});
