import type { PartReader, ResourceKey } from '@orch/registry';

/** What is needed to read a text of an object. */
export type TextReader = Pick<PartReader, 'partOf'>;

/**
 * A text of an object, such as `spec.nodeName` of a pod, without decoding the object, which may be large: it is read for each request.
 * Undefined when there is none, or no such object.
 */
export function partText(
  reader: TextReader,
  resource: ResourceKey,
  namespace: string,
  name: string,
  path: readonly string[],
): string | undefined {
  const json = reader.partOf(resource, namespace, name, path);
  return json && (JSON.parse(json.toString()) as string);
}
