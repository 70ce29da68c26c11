import { jsonPart } from '@orch/apimachinery';
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

/** The value at a path of the JSON of an object; undefined when there is none. Only that value is parsed. */
export const partOfJson = (json: Buffer, path: readonly string[]): unknown => {
  const part = jsonPart(json, path);
  return part && (JSON.parse(part.toString()) as unknown);
};
