import type { PartReader } from '@orch/registry';
import { NAMESPACES } from './in-namespace.js';

/** What is needed to read an annotation. */
export type AnnotationReader = Pick<PartReader, 'partOf'>;

/** An annotation of a namespace, without decoding the namespace for each pod; undefined when it has none, or does not exist. */
export function namespaceAnnotation(reader: AnnotationReader, namespace: string, name: string): string | undefined {
  const json = reader.partOf(NAMESPACES, '', namespace, ['metadata', 'annotations', name]);
  return json && (JSON.parse(json.toString()) as string);
}
