import { deletableIn } from './namespace-content.js';

describe('content of namespaces', () => {
  it('is not looked for at paths of sub-resources of the Namespace', () => {
    const resources = ['crates', 'finalize', 'status'].map((resource) => ({
      group: 'example.com',
      version: 'v1',
      resource,
      kind: 'X',
      namespaced: true,
      verbs: ['list', 'delete'],
    }));
    const found = [...deletableIn({ resources, failures: [], unreadable: [] })];
    expect(found.map(({ resource }) => resource)).toEqual(['crates']);
  });
});
