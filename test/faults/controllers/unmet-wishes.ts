import type { Cell } from './cell.js';
import { gatheredOf, PAIR, partOf, vocabulary, volumeOf } from './cell-objects.js';
import type { Journal } from './journal.js';
import type { Thing } from './thing.js';

/** What controllers have still to do for a cell, in words. */
export function unmetWishes({ name, ...cell }: Cell, journal: Journal): string[] {
  const one = (resource: Parameters<Journal['find']>[0], of: string): Thing | undefined =>
    journal.find(resource, of, name);
  const unmet: (readonly [string, boolean])[] = [
    ['service account', one('serviceAccounts', 'default') !== undefined],
    ['root certificates', one('configMaps', vocabulary.rootCaConfigMap) !== undefined],
    ['token', Boolean(one('secrets', 'token')?.data?.['token'])],
    ['certificate', Boolean(journal.find('requests', name)?.status?.certificate)],
    ['role', verbsOf(journal.find('roles', gatheredOf(name))) === cell.verbs.join()],
    ['collection', !cell.hasCollected || PAIR.every((n) => !one('configMaps', `owner-${n}`)) && !one('configMaps', 'owner')],
    ['orphans', !cell.hasOrphaned || PAIR.every((n) => isOrphan(one('configMaps', `orphaning-${n}`))) && !one('configMaps', 'orphaning')],
    [`binding of ${bindingsOf(name, journal)}`, areBound(name, journal)],
    [`slices ${slicesOf(name, journal)} instead of ${podsText(cell.pods)}`, slicesOf(name, journal) === JSON.stringify([podsText(cell.pods)])],
    ['endpoints', addressesOf(one('endpoints', 'web')) === podsText(cell.pods)],
    ['budget', isCounted(one('budgets', 'web'), cell.pods)],
    ['quota', isRecounted(one('quotas', 'quota'), name, journal)],
  ]; // prettier-ignore
  return unmet.filter(([, isMet]) => !isMet).map(([what]) => `${name}: ${what}`);
}

/** What is left of a cell that was deleted. */
export function remains(name: string, journal: Journal): string[] {
  return [
    journal.find('namespaces', name),
    journal.find('requests', name),
    journal.find('roles', gatheredOf(name)),
    journal.find('roles', partOf(name)),
    ...PAIR.map((n) => journal.find('volumes', volumeOf(name, n))),
  ]
    .filter((object) => object !== undefined)
    .map(({ kind, metadata }) => `${name}: ${kind} ${metadata.name} is still there, ${metadata.finalizers?.join()}`);
}

type Pods = Cell['pods'];

const verbsOf = (role: Thing | undefined): string => (role?.rules ?? []).flatMap(({ verbs }) => verbs).join();

const isOrphan = (object: Thing | undefined): boolean =>
  object !== undefined && (object.metadata.ownerReferences ?? []).length === 0;

/** Claims and volumes of a cell, for people. */
function bindingsOf(namespace: string, journal: Journal): string {
  const states = PAIR.flatMap((n) => {
    const claim = journal.find('claims', `data-${n}`, namespace);
    const volume = journal.find('volumes', volumeOf(namespace, n));
    return [
      `claim ${n} ${claim?.status?.phase ?? ''} on ${claim?.spec?.volumeName ?? 'none'}`,
      `volume ${n} ${volume?.status?.phase ?? ''} for ${volume?.spec?.claimRef?.name ?? 'none'}`,
    ];
  });
  return states.join(', ');
}

/** Each claim has a volume of its own, and both say so. */
function areBound(namespace: string, journal: Journal): boolean {
  const claims = PAIR.map((n) => journal.find('claims', `data-${n}`, namespace));
  const volumes = claims.map((claim) => journal.find('volumes', claim?.spec?.volumeName ?? ''));
  return (
    claims.every((claim) => claim?.status?.phase === 'Bound') &&
    volumes.every((volume, n) => volume?.spec?.claimRef?.uid === claims[n]!.metadata.uid && volume?.status?.phase === 'Bound')
  ); // prettier-ignore
}

const sorted = (texts: readonly string[]): string => texts.toSorted().join();
const text = (ip: string, isReady: boolean): string => `${ip} ${isReady}`;
const podsText = (pods: Pods): string => sorted(pods.map(({ ip, isReady }) => text(ip, isReady)));

/** The endpoints of each slice. */
const slicesOf = (namespace: string, journal: Journal): string =>
  JSON.stringify(
    journal
      .in('endpointSlices', namespace)
      .map(({ endpoints }) =>
        sorted((endpoints ?? []).map(({ addresses, conditions }) => text(addresses[0]!, conditions?.ready === true))),
      ),
  );

const addressesOf = (endpoints: Thing | undefined): string =>
  sorted(
    (endpoints?.subsets ?? []).flatMap(({ addresses = [], notReadyAddresses = [] }) => [
      ...addresses.map(({ ip }) => text(ip, true)),
      ...notReadyAddresses.map(({ ip }) => text(ip, false)),
    ]),
  );

const isCounted = (budget: Thing | undefined, pods: Pods): boolean =>
  budget?.status?.expectedPods === pods.length &&
  budget.status.currentHealthy === pods.filter(({ isReady }) => isReady).length;

const isRecounted = (quota: Thing | undefined, namespace: string, journal: Journal): boolean =>
  quota?.status?.used?.['configmaps'] === String(journal.in('configMaps', namespace).length) &&
  quota.status.used['pods'] === String(journal.in('pods', namespace).length);
