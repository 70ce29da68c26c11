import { matching } from './entries';

const entry = (text: string, words = '') => ({ text, words, hint: '', run: () => undefined });

describe('matching', () => {
  test('beginnings before parts before scattered letters; other names count less', () => {
    const entries = [
      entry('Replica Sets', 'rs'),
      entry('Stateful Sets', 'sts'),
      entry('Services', 'svc'),
      entry('Stuck objects'),
    ];
    const found = (typed: string): string[] => matching(entries, typed, 3).map(({ text }) => text);
    expect(found('st')[0]).toBe('Stateful Sets');
    expect(found('svc')[0]).toBe('Services');
    expect(found('repset')).toEqual(['Replica Sets']);
    expect(found('nothing')).toEqual([]);
  });
});
