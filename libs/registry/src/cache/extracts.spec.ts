import { jsonPart } from '@orch/apimachinery';
import { corrupted } from '@orch/storage';
import { DamagedEntry } from './damaged-entry.js';
import { Entry } from './entry.js';
import { Extracts } from './extracts.js';

const entryOf = (name: string, fields: object = {}): Entry =>
  new Entry(name, 1, Buffer.from(JSON.stringify({ metadata: { name }, ...fields })), () => ({
    labels: undefined,
    fields: {},
  }));

/** The extracts, in how many steps. */
function read<T>(work: Generator<undefined, T>): { readonly value: T; readonly steps: number } {
  for (let steps = 1; ; steps++) {
    const step = work.next();
    if (step.done) return { value: step.value, steps };
  }
}

describe('extracts of entries', () => {
  const made: string[] = [];
  const extract = (json: Buffer) => {
    const name = JSON.parse(jsonPart(json, ['metadata', 'name'])!.toString()) as string;
    made.push(name);
    return { name };
  };
  beforeEach(() => made.splice(0));

  it('are made once for each entry, in order', () => {
    const extracts = new Extracts();
    const [a, b] = [entryOf('a'), entryOf('b')];
    expect(read(extracts.of([a, b], extract))).toEqual({ value: [{ name: 'a' }, { name: 'b' }], steps: 1 });
    const changed = entryOf('b', { description: 'x' });
    expect(read(extracts.of([a, changed], extract)).value).toEqual([{ name: 'a' }, { name: 'b' }]);
    expect(made).toEqual(['a', 'b', 'b']);
  });

  it('are kept by function', () => {
    const extracts = new Extracts();
    const entries = [entryOf('a')];
    expect(read(extracts.of(entries, extract)).value).toEqual([{ name: 'a' }]);
    expect(read(extracts.of(entries, ({ length }) => ({ length }))).value).toEqual([{ length: entries[0]!.length }]);
  });

  it('of undamaged entries are made where damage is handled, else it is thrown', () => {
    const damaged = new DamagedEntry('bad', corrupted('bad', 'wrong checksum', 1), { group: '', resource: 'things' });
    const entries = [entryOf('a'), damaged, entryOf('b')];
    const errors: unknown[] = [];
    const { value } = read(new Extracts().of(entries, extract, (error) => errors.push(error)));
    expect(value).toEqual([{ name: 'a' }, { name: 'b' }]);
    expect(errors).toMatchObject([{ reason: 'InternalError' }]);
    expect(() => read(new Extracts().of(entries, extract))).toThrow(
      expect.objectContaining({ reason: 'InternalError' }),
    );
  });

  it('of large entries are made in steps, without decoding one, and known in one step', () => {
    const parse = jest.spyOn(Entry.prototype, 'parse');
    const extracts = new Extracts();
    const entries = Array.from({ length: 6 }, (_, i) => entryOf(`e${i}`, { description: 'x'.repeat(1_500_000) }));
    expect(read(extracts.of(entries, extract)).steps).toBe(3);
    expect(read(extracts.of(entries, extract)).steps).toBe(1);
    const { length } = parse.mock.calls;
    parse.mockRestore();
    expect([length, made.length]).toEqual([0, 6]);
  });
});
