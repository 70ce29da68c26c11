import type { Life } from './journal.js';

/** Finalizer of a deletion in the foreground. */
const FOREGROUND = 'foregroundDeletion';

/** What of the lives of objects contradicts what controllers promise, in words. */
export function brokenPromises(lives: Iterable<Life>): string[] {
  const all = [...lives];
  return [...writtenTwice(all), ...leftBehind(all), ...lostProtection(all), ...wrongCollection(all)];
}

const textOf = ({ resource, namespace, name }: Life): string => `${resource} ${namespace}/${name}`;

/** Revision of the end; undefined: it is there, or its end was not seen. */
const goneAt = ({ gone }: Life): number | undefined => (gone === 'unknown' ? undefined : gone);
const isThere = ({ gone }: Life): boolean => gone === undefined;

/** Whether one was gone when another went. */
const wentBefore = (one: Life, other: Life): boolean =>
  one.gone === 'unknown' || (!isThere(one) && goneAt(one)! < goneAt(other)!);

const writtenTwice = (lives: readonly Life[]): string[] =>
  lives
    .filter(({ written }) => written.size > 1)
    .map((life) => `${textOf(life)}: ${life.written.size} different values were written`);

/** A namespace goes after all that is in it. */
function leftBehind(lives: readonly Life[]): string[] {
  const spaces = new Map(
    lives
      .filter((life) => life.resource === 'namespaces' && goneAt(life) !== undefined)
      .map((life) => [life.name, life]),
  );
  return lives
    .filter((life) => spaces.has(life.namespace) && !wentBefore(life, spaces.get(life.namespace)!))
    .map((life) => `${textOf(life)} was there when its namespace went`);
}

/** A claim goes after the pods that use it, a volume after the claim that is bound to it. */
function lostProtection(lives: readonly Life[]): string[] {
  const byUid = new Map(lives.map((life) => [life.uid, life]));
  const pods = lives.filter(({ resource }) => resource === 'pods');
  const claims = lives.filter((life) => life.resource === 'claims' && goneAt(life) !== undefined);
  const volumes = lives.filter((life) => life.resource === 'volumes' && goneAt(life) !== undefined);
  const used = claims.flatMap((claim) =>
    pods
      .filter((pod) => pod.namespace === claim.namespace && uses(pod, claim.name) && !wentBefore(pod, claim))
      .map((pod) => `${textOf(claim)} went while ${textOf(pod)} used it`),
  );
  const bound = volumes.flatMap((volume) => {
    const claim = byUid.get(volume.deletion?.state.spec?.claimRef?.uid ?? '');
    return claim && !wentBefore(claim, volume) ? [`${textOf(volume)} went while ${textOf(claim)} was bound to it`] : [];
  });
  return [...used, ...bound];
}

const uses = ({ last }: Life, claim: string): boolean =>
  (last.spec?.volumes ?? []).some(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName === claim);

/** Dependents go for a reason, before an owner that waits for them, and not when they are orphaned. */
function wrongCollection(lives: readonly Life[]): string[] {
  const byUid = new Map(lives.map((life) => [life.uid, life]));
  const spaces = new Map(lives.filter(({ resource }) => resource === 'namespaces').map((life) => [life.name, life]));
  return lives
    .filter(({ resource }) => resource === 'configMaps')
    .flatMap((child) => {
      const space = spaces.get(child.namespace);
      return (child.last.metadata.ownerReferences ?? []).flatMap(({ uid, blockOwnerDeletion }) => {
        const owner = byUid.get(uid);
        if (!owner) return [];
        const waits = blockOwnerDeletion === true && owner.deletion?.state.metadata.finalizers?.includes(FOREGROUND);
        // The deletion of a namespace deletes in the background, which ends the wait.
        const isEnding = space !== undefined && beganAt(space) < (goneAt(owner) ?? 0);
        const early = waits && !isEnding && goneAt(owner) !== undefined && !wentBefore(child, owner);
        const endsAt = Math.min(beganAt(owner), space ? beganAt(space) : Infinity);
        const causeless = goneAt(child) !== undefined && goneAt(child)! < endsAt;
        return [
          ...(early ? [`${textOf(owner)} went before ${textOf(child)}, which it waits for`] : []),
          ...(causeless ? [`${textOf(child)} was deleted while ${textOf(owner)} was there`] : []),
        ];
      });
    });
}

/** Revision at which a deletion began; infinite while there is none, and as early as can be where it was not seen. */
const beganAt = ({ deletion, gone }: Life): number =>
  deletion?.revision ?? (gone === 'unknown' ? 0 : (gone ?? Infinity));
