import { isPlainObject } from '@orch/apimachinery';
import { invalidDocument, type PluginDocument } from '../plugin-document/plugin-document.js';
import { LabelMapError, readLabelMap, type LabelMap } from './label-map.js';
import { NO_NODE_SELECTORS, type NodeSelectors } from './pod-node-selector.js';

const ROOT = 'podNodeSelectorPluginConfig';
const DEFAULT = 'clusterDefaultNodeSelector';

/** Reads selectors by namespace, and that of all others. @throws AdmissionConfigurationError. */
export function readNodeSelectors(document: PluginDocument): NodeSelectors {
  const { value, duplicateFields } = document;
  if (!isPlainObject(value)) throw invalidDocument(document, ['must be a map']);
  if (duplicateFields.length > 0)
    throw invalidDocument(document, [`holds one field twice: ${duplicateFields.join(', ')}`]);
  const unknown = Object.keys(value).filter((field) => field !== ROOT);
  if (unknown.length > 0)
    throw invalidDocument(
      document,
      unknown.map((field) => `${field}: is not a known field`),
    );
  const entries = value[ROOT] ?? {};
  if (!isPlainObject(entries)) throw invalidDocument(document, [`${ROOT}: must be a map`]);
  const selectors = new Map<string, LabelMap>();
  const problems: string[] = [];
  for (const [namespace, text] of Object.entries(entries)) {
    try {
      if (typeof text !== 'string') throw new LabelMapError('must be a text such as key=value,other=value');
      selectors.set(namespace, readLabelMap(text));
    } catch (error) {
      if (!(error instanceof LabelMapError)) throw error;
      problems.push(`${ROOT}.${namespace}: ${error.message}`);
    }
  }
  if (problems.length > 0) throw invalidDocument(document, problems);
  const { clusterDefault } = NO_NODE_SELECTORS;
  return { clusterDefault: selectors.get(DEFAULT) ?? clusterDefault, allowed: selectors };
}
