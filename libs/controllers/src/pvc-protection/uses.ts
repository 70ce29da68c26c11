import type { Clock } from '@orch/apimachinery';
import { keyOf, keyText, NAMESPACE_INDEX, type Lister, type ResourceClient } from '@orch/client';
import { CLAIM_BY_VOLUME, claimOf } from '../shared/volume-indexes.js';
import { hasEnded, isClaimInUse, isHeld, isVolumeInUse } from './plan.js';
import type { Use } from './protection-reconciler.js';
import { UseChecks } from './use-checks.js';
import { claimsOfPod, type PersistentVolume, type PersistentVolumeClaim, type Pod } from './volume-objects.js';

/** Index of pods by the claims they use. */
export const POD_BY_CLAIM = 'claim';

/** What is read of pods that may use a claim. */
const USE_OF_CLAIMS = {
  metadata: { name: true, namespace: true },
  spec: { volumes: { name: true, persistentVolumeClaim: true, ephemeral: { '*': false } } },
  status: { phase: true },
};
/** What is read of claims that may use a volume. */
const USE_OF_VOLUMES = {
  metadata: { name: true, namespace: true, uid: true },
  spec: { volumeName: true },
};

/** Pods use claims in their namespace. @param finalizer that claims have until no pod uses them. */
export function usedByPods(
  { pods, claims, finalizer }: { readonly pods: Lister<Pod>; readonly claims: Lister<PersistentVolumeClaim>; readonly finalizer: string }, // prettier-ignore
  client: ResourceClient<Pod>,
  clock: Clock,
): Use<PersistentVolumeClaim, Pod> {
  const heldIn = (namespace: string): string[] =>
    claims
      .byIndex(NAMESPACE_INDEX, namespace)
      .flatMap((claim) => (isHeld(claim, finalizer) ? [claim.metadata.uid ?? ''] : []));
  const usedIn = async (namespace: string, signal: AbortSignal): Promise<ReadonlySet<string>> => {
    const names = new Set<string>();
    for await (const pod of client.namespace(namespace).listAll({ signal, kept: { members: USE_OF_CLAIMS } })) {
      if (!hasEnded(pod)) for (const { name } of claimsOfPod(pod)) names.add(name);
    }
    return names;
  };
  const checks = new UseChecks(clock, heldIn, usedIn);
  return {
    isInUse: isClaimInUse,
    cached: (claim) => pods.byIndex(POD_BY_CLAIM, keyText(keyOf(claim))),
    isInUseLive: (claim, signal) => checks.isUsed(claim, (names) => names.has(claim.metadata.name ?? ''), signal),
  };
}

/** Claims of the server, by what volumes are used through. */
interface ListedClaims {
  readonly byVolume: Map<string, PersistentVolumeClaim>;
  readonly byKey: Map<string, PersistentVolumeClaim>;
}

/** Claims of any namespace use volumes: those with its `volumeName`, and that of its `claimRef`. @param finalizer that volumes have until no claim uses them. */
export function usedByClaims(
  { claims, volumes, finalizer }: { readonly claims: Lister<PersistentVolumeClaim>; readonly volumes: Lister<PersistentVolume>; readonly finalizer: string }, // prettier-ignore
  client: ResourceClient<PersistentVolumeClaim>,
  clock: Clock,
): Use<PersistentVolume, PersistentVolumeClaim> {
  const heldIn = (): string[] =>
    volumes.list((volume) => isHeld(volume, finalizer)).map(({ metadata }) => metadata.uid ?? '');
  const listed = async (_namespace: string, signal: AbortSignal): Promise<ListedClaims> => {
    const found: ListedClaims = { byVolume: new Map(), byKey: new Map() };
    for await (const claim of client.listAll({ signal, kept: { members: USE_OF_VOLUMES } })) {
      if (claim.spec?.volumeName) found.byVolume.set(claim.spec.volumeName, claim);
      found.byKey.set(keyText(keyOf(claim)), claim);
    }
    return found;
  };
  const checks = new UseChecks(clock, heldIn, listed);
  const users = (volume: PersistentVolume, { byVolume, byKey }: ListedClaims): PersistentVolumeClaim[] => {
    const key = claimOf(volume);
    return [byVolume.get(volume.metadata.name ?? ''), key && byKey.get(keyText(key))].filter(
      (claim) => claim !== undefined,
    );
  };
  return {
    isInUse: isVolumeInUse,
    cached: (volume) => {
      const key = claimOf(volume);
      const named = key && claims.get(key);
      const naming = claims.byIndex(CLAIM_BY_VOLUME, volume.metadata.name ?? '');
      return named ? [named, ...naming] : naming;
    },
    isInUseLive: (volume, signal) =>
      checks.isUsed(volume, (claimsOfServer) => isVolumeInUse(volume, users(volume, claimsOfServer)), signal),
  };
}
