import { acceptNames } from './accepted-names.js';

const names = { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList', shortNames: ['wd'] };
const inUse = (resources: string[] = [], kinds: string[] = []) => ({
  resources: new Set(resources),
  kinds: new Set(kinds),
});

describe('acceptNames', () => {
  it('accepts free names, in the order of the fields', () => {
    const { names: accepted, finding } = acceptNames(
      { ...names, categories: ['all'] },
      {},
      inUse(['gadgets'], ['Gadget']),
    );
    expect(Object.keys(accepted)).toEqual(['plural', 'singular', 'shortNames', 'kind', 'listKind', 'categories']);
    expect(finding).toEqual({
      type: 'NamesAccepted',
      status: 'True',
      reason: 'NoConflicts',
      message: 'no conflicts found',
    });
  });

  it.each([
    ['plural', inUse(['widgets']), 'PluralConflict', '"widgets" is already in use'],
    ['singular', inUse(['widget']), 'SingularConflict', '"widget" is already in use'],
    ['shortNames', inUse(['wd']), 'ShortNamesConflict', '"wd" is already in use'],
    ['kind', inUse([], ['Widget']), 'KindConflict', '"Widget" is already in use'],
    ['listKind', inUse([], ['WidgetList']), 'ListKindConflict', '"WidgetList" is already in use'],
  ])('refuses a %s that another definition has, and accepts the others', (key, used, reason, message) => {
    const { names: accepted, finding } = acceptNames(names, {}, used);
    expect(finding).toMatchObject({ status: 'False', reason, message });
    expect(Object.keys(accepted)).not.toContain(key);
    expect(Object.keys(accepted)).toHaveLength(4);
  });

  it('names every short name in conflict', () => {
    const { finding } = acceptNames({ ...names, shortNames: ['a', 'b', 'c'] }, {}, inUse(['a', 'c']));
    expect(finding.message).toBe('["a" is already in use, "c" is already in use]');
  });

  it('keeps accepted names, also when a change to others is in conflict', () => {
    const accepted = { ...names, shortNames: ['old'] };
    const result = acceptNames({ ...names, shortNames: ['old', 'wd'] }, accepted, inUse(['widgets', 'wd']));
    expect(result.names).toEqual({ ...names, shortNames: ['old'] });
    expect(result.finding).toMatchObject({ status: 'False', reason: 'ShortNamesConflict' });
  });
});
