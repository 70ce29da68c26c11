import { allows, allowsPath, type Rights } from './rights';

const rights: Rights = {
  rules: [
    { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods', '*/log'] },
    { verbs: ['*'], apiGroups: ['apps'], resources: ['*'] },
    { verbs: ['get'], apiGroups: [''], resources: ['secrets'], resourceNames: ['one'] },
  ],
  paths: ['/metrics', '/logs/*'],
  isIncomplete: false,
};

describe('rights', () => {
  test.each([
    ['list', '', 'pods', undefined, true],
    ['delete', '', 'pods', undefined, false],
    ['get', '', 'pods/log', undefined, true],
    ['get', '', 'pods/exec', undefined, false],
    ['patch', 'apps', 'deployments/scale', undefined, true],
    ['get', '', 'secrets', undefined, false],
    ['get', '', 'secrets', 'one', true],
    ['get', '', 'secrets', 'two', false],
  ])('%s %s/%s %s: %s', (verb, group, resource, name, expected) => {
    expect(allows(rights, verb, group, resource, name)).toBe(expected);
  });

  test('paths match whole or by their beginning', () => {
    expect(['/metrics', '/metrics/x', '/logs/a'].map((path) => allowsPath(rights, path))).toEqual([true, false, true]);
  });
});
