import { withDistinctOwners } from './owner-references.js';

const owner = (uid: string, more: object = {}) => ({ apiVersion: 'v1', kind: 'Pod', name: 'p', uid, ...more });

describe('owner references', () => {
  it('are kept once, with a warning that names each repetition', () => {
    const texts: string[] = [];
    const sent = { ownerReferences: [owner('a'), owner('b'), owner('a'), owner('a')] };
    expect(withDistinctOwners(sent, (text) => texts.push(text), '').ownerReferences).toEqual([owner('a'), owner('b')]);
    expect(texts).toEqual([expect.stringMatching(/contains duplicate entries;.*duplicate UID\(s\) observed: a, a$/)]);
  });
  it('of one uid that differ stay', () => {
    const metadata = { ownerReferences: [owner('a'), owner('a', { controller: true }), owner('a', { name: 'q' })] };
    expect(withDistinctOwners(metadata, () => fail('warned'), '')).toBe(metadata);
  });
});
