import { createHash } from 'node:crypto';
import { apiVersionOf, type GroupVersion } from '@orch/apimachinery';
import type { HasMetadata } from '@orch/client';

/** A ClusterTrustBundle, as the controller reads it in any version of the kind. */
export interface ClusterTrustBundle extends HasMetadata {
  readonly spec?: { readonly signerName?: string; readonly trustBundle?: string };
}

/** Versions of the kind that the controller knows: all have the same fields. */
export const KNOWN_VERSIONS: readonly string[] = ['v1', 'v1beta1', 'v1alpha1'];

/** Bytes of the digest in the name of a bundle. */
const DIGEST_BYTES = 12;

/** What to write for a signer: the bundle of its certificates, and those of earlier ones to delete. */
export interface BundlePlan {
  readonly create?: ClusterTrustBundle;
  readonly replace?: ClusterTrustBundle;
  readonly remove: readonly ClusterTrustBundle[];
}

/**
 * A signer has one bundle, named after it and its content: a pod that names the signer reads all of them, so that the new one is there before the
 * earlier ones go.
 * @param present bundles of the signer.
 */
export function planBundles(
  present: readonly ClusterTrustBundle[],
  signerName: string,
  trustBundle: string,
  served: GroupVersion,
): BundlePlan {
  const digest = createHash('sha256')
    .update(trustBundle)
    .digest('hex')
    .slice(0, 2 * DIGEST_BYTES);
  const name = `${signerName.replaceAll('/', ':')}:${digest}`;
  const remove = present.filter(({ metadata }) => metadata.name !== name);
  const same = present.find(({ metadata }) => metadata.name === name);
  const spec = { signerName, trustBundle };
  if (!same) {
    const create = { apiVersion: apiVersionOf(served), kind: 'ClusterTrustBundle', metadata: { name }, spec };
    return { create, remove };
  }
  return same.spec?.trustBundle === trustBundle ? { remove } : { replace: { ...same, spec }, remove };
}
