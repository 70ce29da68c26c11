import { findEntry, type CatalogEntry } from './resource-catalog.js';

const entry = (group: string, version: string, resource: string, kind: string, preferred: boolean, ...shortNames: string[]): CatalogEntry => ({
  group, version, resource, kind, preferred, shortNames, singularName: kind.toLowerCase(), namespaced: true, categories: [], verbs: [],
}); // prettier-ignore
const entries = [
  entry('', 'v1', 'events', 'Event', true, 'ev'),
  entry('events.x', 'v1', 'events', 'Event', true, 'ev'),
  entry('apps', 'v1beta1', 'deployments', 'Deployment', false),
  entry('apps', 'v1', 'deployments', 'Deployment', true, 'deploy'),
];
const rows: [string, string | undefined][] = [
  ['events', '/v1'],
  ['ev', '/v1'],
  ['Event', '/v1'],
  ['events.events.x', 'events.x/v1'],
  ['deployment', 'apps/v1'],
  ['deploy.apps', 'apps/v1'],
  ['deployments.v1beta1.apps', 'apps/v1beta1'],
  ['deployments.other', undefined],
  ['events.v1.', '/v1'],
  ['nothing', undefined],
];
for (const [type, want] of rows) {
  it(`${type} is ${want ?? 'unknown'}`, () => {
    const found = findEntry(entries, type);
    expect(found && `${found.group}/${found.version}`).toBe(want);
  });
}
