import { pageTitle } from './page-title';

const deployments = { kind: 'Deployment', resource: 'deployments' };

test.each([
  [[], 'Overview – Orch'],
  [['stuck'], 'Stuck objects – Orch'],
  [['list', 'apps', 'v1', 'deployments'], 'Deployments – Orch'],
  [['new', 'apps', 'v1', 'deployments'], 'New Deployment – Orch'],
  [['object', 'apps', 'v1', 'deployments', 'shop', 'web'], 'web – Deployment – Orch'],
])('%j is titled %s', (parts, title) => {
  expect(pageTitle(parts, deployments)).toBe(title);
});

test('a kind that the server does not have is named as in the address', () => {
  expect(pageTitle(['list', '-', 'v1', 'things'], undefined)).toBe('things – Orch');
});
