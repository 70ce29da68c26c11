import type { Document, Node } from 'yaml';
import { MAX_REPORTED_FIELDS } from '../schema/structural-schema.js';

type Yaml = typeof import('yaml');

/** Keys given more than once in one mapping of a document, as `spec.containers[0].name`. The first 100; merged keys are no repeats. */
export function yamlRepeats(yaml: Yaml, document: Document.Parsed): string[] {
  const repeats = new Set<string>();
  visit(document.contents, '');
  return [...repeats];

  function visit(node: Node | null, path: string): void {
    if (yaml.isSeq(node)) {
      node.items.forEach((item, index) => visit(item as Node | null, `${path}[${index}]`));
    } else if (yaml.isMap(node)) {
      const seen = new Set<string>();
      for (const pair of node.items) {
        const key: unknown = yaml.isScalar(pair.key) ? pair.key.value : undefined;
        // A merge key is a symbol; a mapping as a key has no name to report.
        if (key === undefined || typeof key === 'symbol') continue;
        const name = typeof key === 'string' ? key : JSON.stringify(key);
        const memberPath = path === '' ? name : `${path}.${name}`;
        if (seen.has(name) && repeats.size < MAX_REPORTED_FIELDS) repeats.add(memberPath);
        seen.add(name);
        visit(pair.value as Node | null, memberPath);
      }
    }
  }
}
