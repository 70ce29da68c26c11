import { lastAppliedFields } from './last-applied.js';
import { THING } from './stored-object.fixture.js';

const fields = (config: unknown, live: unknown) => lastAppliedFields(JSON.stringify(config), live, THING.root);

describe('lastAppliedFields', () => {
  it('returns the fields of the configuration that the object still has', () => {
    expect(fields({ number: 1, map: { a: '1', b: '1' } }, { number: 1, map: { a: '1', b: '1' }, text: 'x' })).toEqual({
      'f:number': {},
      'f:map': { 'f:a': {}, 'f:b': {} },
    });
  });

  it('skips fields that were modified or removed since', () => {
    expect(fields({ number: 1, text: 'a', map: { a: '1', b: '1' } }, { number: 2, map: { b: '1' } })).toEqual({
      'f:map': { 'f:b': {} },
    });
  });

  it('skips a list with additional items', () => {
    expect(fields({ list: ['a'], text: 'a' }, { list: ['a', 'b'], text: 'a' })).toEqual({ 'f:text': {} });
  });

  it.each([
    ['levels', `${'{"map":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['fields', JSON.stringify({ map: Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [n, ''])) })],
  ])('returns undefined for a configuration of many %s', (_what, text) =>
    expect(lastAppliedFields(text, { text: 'a' }, THING.root)).toBeUndefined(),
  );

  for (const text of ['{', '', '[]', '"x"', 'null']) {
    it(`returns undefined for ${JSON.stringify(text)}, which is not a configuration`, () =>
      expect(lastAppliedFields(text, {}, THING.root)).toBeUndefined());
  }
});
