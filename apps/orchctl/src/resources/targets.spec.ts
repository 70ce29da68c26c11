import type { ServedVersion } from '@orch/client';
import { ResourceCatalog } from './resource-catalog.js';
import { resolveTargets } from './targets.js';

const resource = (name: string, kind: string, categories: readonly string[] = []) => ({
  name, kind, categories, singularName: '', namespaced: true, verbs: ['get'],
}); // prettier-ignore
const SERVED: readonly ServedVersion[] = [
  { group: '', version: 'v1', preferred: true, resources: [resource('pods', 'Pod', ['all']), resource('pods/log', 'Pod')] },
  { group: 'apps', version: 'v1', preferred: true, resources: [resource('deployments', 'Deployment', ['all'])] },
  { group: 'apps', version: 'v1beta1', preferred: false, resources: [resource('deployments', 'Deployment', ['all'])] },
]; // prettier-ignore

function catalog() {
  let reads = 0;
  const made = new ResourceCatalog({ served: () => Promise.resolve((reads++, SERVED)) });
  return { made, reads: () => reads };
}

const targetsOf = async (...args: string[]) =>
  (await resolveTargets(catalog().made, args)).map(
    ({ entry, names }) => `${entry.resource}.${entry.version}: ${names.join(' ')}`,
  );

it.each([
  ['pods', ['pods.v1: ']],
  ['pod', ['pods.v1: ']],
  ['pods a b', ['pods.v1: a b']],
  ['pod/a', ['pods.v1: a']],
  ['pod/a pod/b', ['pods.v1: a b']],
  ['pod/a deployment/b pod/c', ['pods.v1: a', 'deployments.v1: b', 'pods.v1: c']],
  ['pods,deployments', ['pods.v1: ', 'deployments.v1: ']],
  ['pods,deployments a', ['pods.v1: a', 'deployments.v1: a']],
  ['all', ['pods.v1: ', 'deployments.v1: ']],
  ['ALL', ['pods.v1: ', 'deployments.v1: ']],
  ['deployments.v1beta1.apps', ['deployments.v1beta1: ']],
])('"%s"', async (args, want) => expect(await targetsOf(...args.split(' '))).toEqual(want));

it.each([
  ['pod/a b', '"b": write either TYPE NAME... or TYPE/NAME'],
  ['pod a/b', '"pod": write either TYPE NAME... or TYPE/NAME'],
  ['pods ', 'the name of an object is empty'],
  ['pod/', '"pod/": write either'],
  ['/a', '"/a": write either'],
  ['pod/a/b', '"pod/a/b": write either'],
  ['gadgets', `the server doesn't have a resource type "gadgets"`],
  ['gadget/a', `the server doesn't have a resource type "gadget"`],
  ['all a', `the server doesn't have a resource type "all"`],
])('refuses "%s"', (args, message) => expect(targetsOf(...args.split(' '))).rejects.toThrow(message));

it('discovery is read once, and not before it is needed', async () => {
  const { made, reads } = catalog();
  expect(reads()).toBe(0);
  await Promise.all([made.find('pods'), made.findAll('all'), made.all()]);
  expect(reads()).toBe(1);
});

it('sub-resources are not in the catalog, and a missing singular name is the kind', async () => {
  const all = await catalog().made.all();
  expect(all.map(({ resource: name, singularName }) => [name, singularName])).toEqual([
    ['pods', 'pod'],
    ['deployments', 'deployment'],
    ['deployments', 'deployment'],
  ]);
});
