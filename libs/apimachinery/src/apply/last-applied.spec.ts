import { lastAppliedFields } from './last-applied.js';
import { THING } from './stored-object.fixture.js';

const fields = (config: unknown, live: unknown) => lastAppliedFields(JSON.stringify(config), live, THING.root);

describe('lastAppliedFields', () => {
  it('gives the fields of the configuration that the object still has', () => {
    expect(fields({ number: 1, map: { a: '1', b: '1' } }, { number: 1, map: { a: '1', b: '1' }, text: 'x' })).toEqual({
      'f:number': {},
      'f:map': { 'f:a': {}, 'f:b': {} },
    });
  });

  it('leaves out what was modified or removed since', () => {
    expect(fields({ number: 1, text: 'a', map: { a: '1', b: '1' } }, { number: 2, map: { b: '1' } })).toEqual({
      'f:map': { 'f:b': {} },
    });
  });

  it('leaves out a list that holds more than was configured', () => {
    expect(fields({ list: ['a'], text: 'a' }, { list: ['a', 'b'], text: 'a' })).toEqual({ 'f:text': {} });
  });

  for (const text of ['{', '', '[]', '"x"', 'null']) {
    it(`gives nothing for ${JSON.stringify(text)}, which is not a configuration`, () =>
      expect(lastAppliedFields(text, {}, THING.root)).toBeUndefined());
  }
});
