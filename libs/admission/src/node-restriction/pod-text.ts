import type { PartReader } from '@orch/registry';

const PODS = { group: '', resource: 'pods' };

/** A text of a pod, such as `spec.nodeName`, without decoding the pod, which may be large; undefined when there is none. */
export function podText(
  reader: Pick<PartReader, 'partOf'>,
  namespace: string,
  name: string,
  path: readonly string[],
): string | undefined {
  const json = reader.partOf(PODS, namespace, name, path);
  return json && (JSON.parse(json.toString()) as string);
}
