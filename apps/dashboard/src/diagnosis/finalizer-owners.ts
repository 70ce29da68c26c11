const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/^foregroundDeletion$/, 'the garbage collector, which first deletes what the object owns'],
  [/^orphan$/, 'the garbage collector, which first releases what the object owns'],
  [/\/pvc-protection$/, 'the protection of claims: a pod uses the claim'],
  [/\/pv-protection$/, 'the protection of volumes: a claim is bound to the volume'],
  [/\/job-tracking$/, 'the job controller, which counts the pod'],
  [/^customresourcecleanup\./, 'the API server, which deletes the objects of the kind'],
];

/** Who removes a finalizer when its work is done. Of an unknown one only the domain in its name is known. */
export function finalizerOwner(finalizer: string): string {
  const known = KNOWN.find(([pattern]) => pattern.test(finalizer));
  if (known !== undefined) return known[1];
  const domain = finalizer.includes('/') ? finalizer.slice(0, finalizer.indexOf('/')) : finalizer;
  return `the controller of ${domain}`;
}
