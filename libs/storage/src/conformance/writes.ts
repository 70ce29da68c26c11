import { MAX_KEY_BYTES } from '../storage.js';
import type { WithStore } from './conformance-store.js';
import { listed, numbered, plain, plainStored, value, watched } from './observations.js';

/** Compare-and-set, stored values, and limits of keys and values. */
export function writes(store: WithStore): void {
  it(
    'create writes an absent key, and get reads it',
    store(async ({ storage }) => {
      const made = await storage.create('a', value('one'));
      expect(plainStored(made)).toEqual({ key: 'a', value: 'one', revision: 1 });
      expect(plainStored((await storage.get('a'))!)).toEqual({ key: 'a', value: 'one', revision: 1 });
      expect(await storage.get('b')).toBeUndefined();
    }),
  );

  it(
    'create of an existing key fails with KeyExists and its revision',
    store(async ({ storage }) => {
      await storage.create('x', value('0'));
      await storage.create('a', value('one'));
      await expect(storage.create('a', value('two'))).rejects.toMatchObject({
        code: 'KeyExists',
        key: 'a',
        revision: 2,
      });
      expect((await storage.get('a'))?.value.toString()).toBe('one');
    }),
  );

  it(
    'replace writes only at the expected revision',
    store(async ({ storage }) => {
      await expect(storage.replace('a', 1, value('x'))).rejects.toMatchObject({ code: 'KeyNotFound', key: 'a' });
      const first = await storage.create('a', value('one'));
      const second = await storage.replace('a', first.revision, value('two'));
      expect(plainStored(second)).toEqual({ key: 'a', value: 'two', revision: 2 });
      await expect(storage.replace('a', first.revision, value('late'))).rejects.toMatchObject({
        code: 'Conflict',
        key: 'a',
        revision: 2,
      });
      expect((await storage.get('a'))?.value.toString()).toBe('two');
    }),
  );

  it(
    'C-029 delete removes only at the expected revision, and the last state gets the revision of the delete',
    store(async ({ storage }) => {
      await expect(storage.delete('a', 1, value('x'))).rejects.toMatchObject({ code: 'KeyNotFound' });
      const first = await storage.create('a', numbered('r#'));
      await expect(storage.delete('a', 7, value('x'))).rejects.toMatchObject({
        code: 'Conflict',
        revision: first.revision,
      });
      const gone = await storage.delete('a', first.revision, numbered('r#'));
      expect(plainStored(gone)).toEqual({ key: 'a', value: 'r2', revision: 2 });
      expect(await storage.get('a')).toBeUndefined();
      await expect(storage.delete('a', first.revision, value('x'))).rejects.toMatchObject({ code: 'KeyNotFound' });
      expect((await storage.create('a', value('again'))).revision).toBe(3);
    }),
  );

  it(
    'the compare includes writes in flight',
    store(async ({ storage }) => {
      const outcomes = await Promise.allSettled([
        storage.create('a', value('1')),
        storage.create('a', value('2')),
        storage.replace('a', 1, value('3')),
        storage.replace('a', 1, value('4')),
        storage.delete('a', 2, value('5')),
        storage.replace('a', 2, value('6')),
        storage.create('a', value('7')),
      ]);
      const results = outcomes.map((o) =>
        o.status === 'fulfilled' ? o.value.revision : (o.reason as { code: string }).code,
      );
      expect(results).toEqual([1, 'KeyExists', 2, 'Conflict', 3, 'KeyNotFound', 4]);
      expect((await storage.get('a'))?.value.toString()).toBe('7');
    }),
  );

  it(
    'reads after a refusal see the write that it is due to',
    store(async ({ storage }) => {
      const seen = async () => (await storage.get('a'))?.revision;
      const refused = async (write: Promise<unknown>, code: string) => {
        await expect(write).rejects.toMatchObject({ code, key: 'a' });
        return seen();
      };
      const create = storage.create('a', value('1'));
      expect(await refused(storage.create('a', value('2')), 'KeyExists')).toBe(1);
      const replace = storage.replace('a', 1, value('3'));
      expect(await refused(storage.replace('a', 1, value('4')), 'Conflict')).toBe(2);
      const removed = storage.delete('a', 2, value('5'));
      expect(await refused(storage.replace('a', 2, value('6')), 'KeyNotFound')).toBeUndefined();
      await Promise.all([create, replace, removed]);
    }),
  );

  it(
    'a rejected write consumes no revision and sends no event',
    store(async ({ storage }) => {
      const { events, stop } = watched(storage.watch('', 0));
      await storage.create('a', value('1'));
      await expect(storage.create('a', value('2'))).rejects.toMatchObject({ code: 'KeyExists' });
      await expect(storage.replace('a', 9, value('2'))).rejects.toMatchObject({ code: 'Conflict' });
      await storage.create('b', value('3'));
      expect(events.map((e) => [e.key, e.revision])).toEqual([
        ['a', 1],
        ['b', 2],
      ]);
      expect(storage.revision).toBe(2);
      stop();
    }),
  );

  it(
    'create with a precondition writes only while the other key is at that revision',
    store(async ({ storage }) => {
      const other = await storage.create('other', value('1'));
      const made = await storage.create('a', numbered('r#'), other);
      expect(plainStored(made)).toEqual({ key: 'a', value: 'r2', revision: 2 });
      const changed = await storage.replace('other', other.revision, value('2'));
      const { events, stop } = watched(storage.watch('', changed.revision));
      const failed = { code: 'PreconditionFailed', key: 'other' };
      await expect(storage.create('b', value('x'), other)).rejects.toMatchObject({ ...failed, revision: 3 });
      await expect(storage.create('a', value('x'), other)).rejects.toMatchObject({ code: 'KeyExists', key: 'a' });
      const gone = await storage.delete('other', changed.revision, value('3'));
      for (const before of [other, changed])
        await expect(storage.create('b', value('x'), before)).rejects.toMatchObject({
          ...failed,
          revision: gone.revision,
        });
      const again = await storage.create('other', value('4'));
      await expect(storage.create('b', value('x'), changed)).rejects.toMatchObject(failed);
      await storage.create('b', value('5'), again);
      expect(events.map(({ key, revision }) => [key, revision])).toEqual([
        ['other', 4],
        ['other', 5],
        ['b', 6],
      ]);
      stop();
    }),
  );

  it(
    'create and replace with several preconditions write only while all other keys are at their revisions',
    store(async ({ storage }) => {
      const [one, two] = [await storage.create('one', value('1')), await storage.create('two', value('1'))];
      const made = await storage.create('a', value('1'), one, two);
      const replaced = await storage.replace('a', made.revision, numbered('r#'), two, one);
      expect(plainStored(replaced)).toEqual({ key: 'a', value: 'r4', revision: 4 });
      const changed = await storage.replace('two', two.revision, value('2'));
      const failed = { code: 'PreconditionFailed', key: 'two', revision: changed.revision };
      await expect(storage.create('b', value('x'), one, two)).rejects.toMatchObject(failed);
      await expect(storage.replace('a', replaced.revision, value('x'), one, two)).rejects.toMatchObject(failed);
      await expect(storage.replace('a', made.revision, value('x'), two)).rejects.toMatchObject({ code: 'Conflict' });
      const last = await storage.replace('a', replaced.revision, value('y'), one, changed);
      expect(last.revision).toBe(6);
    }),
  );

  it(
    'the preconditions include writes in flight',
    store(async ({ storage }) => {
      const other = { key: 'other', revision: 1 };
      const outcomes = await Promise.allSettled([
        storage.create('a', value('1'), other),
        storage.create('other', value('1')),
        storage.create('a', value('2'), other),
        storage.replace('other', 1, value('2')),
        storage.create('b', value('3'), other),
        storage.create('b', value('4'), { key: 'other', revision: 3 }),
        storage.delete('other', 3, value('5')),
        storage.create('c', value('6'), { key: 'other', revision: 3 }),
        storage.create('self', value('7'), { key: 'self', revision: 6 }),
      ]);
      const results = outcomes.map((o) =>
        o.status === 'fulfilled' ? o.value.revision : (o.reason as { code: string }).code,
      );
      const failed = 'PreconditionFailed';
      expect(results).toEqual([failed, 1, 2, 3, failed, 4, 5, failed, failed]);
    }),
  );

  const places = [
    { name: 'at the start', text: '#tail', want: (r: number) => `${r}tail` },
    { name: 'inside', text: '{"rv":"#"}', want: (r: number) => `{"rv":"${r}"}` },
    { name: 'at the end', text: 'head#', want: (r: number) => `head${r}` },
    { name: 'into nothing', text: '#', want: (r: number) => `${r}` },
    {
      name: 'after characters of several bytes',
      text: 'é😀',
      want: (r: number) => `é😀${r}`,
      at: Buffer.byteLength('é😀'),
    },
  ];
  for (const { name, text, want, at } of places) {
    it(
      `the revision is inserted ${name}, with any number of digits`,
      store(async ({ storage }) => {
        const input = at === undefined ? numbered(text) : { bytes: Buffer.from(text), revisionAt: at };
        const before = Buffer.from(input.bytes);
        for (let i = 0; i < 12; i++) {
          const made = await storage.create(`k${i}`, input);
          expect(made.value.toString()).toBe(want(made.revision));
          expect((await storage.get(`k${i}`))?.value.toString()).toBe(want(made.revision));
        }
        expect(Buffer.compare(before, input.bytes)).toBe(0);
      }),
    );
  }

  it(
    'values round-trip byte for byte, also of 3 MiB, also empty',
    store(async (opened) => {
      const large = Buffer.alloc(3 * 1_024 * 1_024, 0).map((_, i) => (i * 31) % 256) as Buffer;
      await opened.storage.create('large', { bytes: large, revisionAt: undefined });
      await opened.storage.create('empty', value(''));
      for (const restarted of [false, true]) {
        const storage = restarted ? await opened.reopen() : opened.storage;
        expect((await storage.get('large'))?.value.equals(large)).toBe(true);
        expect((await storage.get('empty'))?.value.length).toBe(0);
      }
      const { items } = await opened.storage.list('large');
      for await (const item of items) expect(item.value.equals(large)).toBe(true);
    }),
  );

  it(
    'C-052 keys are any text, in byte order',
    store(async ({ storage }) => {
      // UTF-16 order would swap the last two; a prefix of another key comes first.
      const keys = ['\u0000', '__proto__', 'a', 'a/b', 'a0', 'é', 'ÿ', '中文/名', '\uffff', '😀'];
      const inOrder = [...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      for (const key of [...keys].reverse()) await storage.create(key, value(`of ${key}`));
      expect((await listed(storage)).items.map((item) => item.key)).toEqual(inOrder);
      for (const key of keys) expect((await storage.get(key))?.value.toString()).toBe(`of ${key}`);
      expect((await listed(storage, '中')).items.map((item) => item.key)).toEqual(['中文/名']);
      expect((await listed(storage, '😀')).items.map((item) => item.key)).toEqual(['😀']);
      const events = watched(storage.watch('é', 0));
      expect((await events.reached(1)).map(plain)).toMatchObject([{ key: 'é' }]);
      events.stop();
    }),
  );

  it(
    'a key of the maximum length is valid; longer, empty and malformed ones are rejected',
    store(async ({ storage }) => {
      const longest = 'é'.repeat(MAX_KEY_BYTES / 2);
      await storage.create(longest, value('fits'));
      expect((await storage.get(longest))?.value.toString()).toBe('fits');
      for (const key of ['', `${longest}a`, 'half \ud800 a pair'])
        for (const call of [() => storage.create(key, value('x')), () => storage.get(key)])
          await expect(call()).rejects.toThrow(RangeError);
      expect((await listed(storage, `${longest}${longest}`)).items).toEqual([]);
      expect(storage.revision).toBe(1);
    }),
  );
}
