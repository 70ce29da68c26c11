import { partText, type TextReader } from '../part-text.js';
import { NAMESPACES } from './in-namespace.js';

/** An annotation of a namespace, without decoding the namespace for each pod; undefined when it has none, or does not exist. */
export const namespaceAnnotation = (reader: TextReader, namespace: string, name: string): string | undefined =>
  partText(reader, NAMESPACES, '', namespace, ['metadata', 'annotations', name]);
