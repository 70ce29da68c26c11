import { WokenKeys } from './woken-keys.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

function setUp() {
  const woken = new WokenKeys();
  const uids: string[] = [];
  woken.keys$.subscribe(({ namespace, name }) => uids.push(`${namespace}/${name}`));
  return { woken, uids };
}

it('emits a few keys at once, each in the namespace of its object', () => {
  const { woken, uids } = setUp();
  for (const uid of ['a', 'b', 'a']) woken.add('n', uid);
  woken.add('', 'c');
  expect(uids).toEqual(['n/a', 'n/b', 'n/a', '/c']);
});

it('emits many of one turn in later ones, in their order', async () => {
  const { woken, uids } = setUp();
  const all = Array.from({ length: 20_000 }, (_, at) => `u${at}`);
  for (const uid of all) woken.add('n', uid);
  expect(uids).toHaveLength(1_000);
  while (uids.length < all.length) await turn();
  expect(uids).toEqual(all.map((uid) => `n/${uid}`));
  await turn();
  woken.add('n', 'later');
  expect(uids.at(-1)).toBe('n/later');
});
