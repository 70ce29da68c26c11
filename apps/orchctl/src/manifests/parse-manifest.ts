import { LineCounter, parseAllDocuments } from 'yaml';
import type { HasMetadata } from '@orch/client';
import { readDialect } from '../printing/yaml-dialect.js';
import { UserError } from '../user-error.js';

/** An object of a file, named as a message names it. */
export interface Manifest {
  readonly object: HasMetadata & { readonly apiVersion: string; readonly kind: string };
  /** Path, or `standard input`. */
  readonly source: string;
}

/**
 * All objects of a text: YAML or JSON, several documents, lists taken apart. Empty documents are skipped.
 * @throws UserError that names the source and the line.
 */
export function parseManifest(text: string, source: string): readonly Manifest[] {
  const lineCounter = new LineCounter();
  const documents = parseAllDocuments(text, { ...readDialect, lineCounter });
  if (!Array.isArray(documents)) return [];
  return documents.flatMap((document) => {
    const [problem] = document.errors;
    if (problem) {
      const { line } = lineCounter.linePos(problem.pos[0]);
      throw new UserError(`${source}, line ${line}: ${problem.message.split('\n', 1)[0] ?? ''}`);
    }
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    return value === null || value === undefined ? [] : objectsOf(value, source);
  });
}

function objectsOf(value: unknown, source: string): readonly Manifest[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UserError(`${source}: an object with apiVersion and kind is wanted`);
  }
  const { apiVersion, kind, items } = value as Readonly<Record<string, unknown>>;
  if (typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items)) {
    return items.flatMap((item: unknown) => objectsOf(item, source));
  }
  if (typeof apiVersion !== 'string' || apiVersion === '') throw new UserError(`${source}: apiVersion is not set`);
  if (typeof kind !== 'string' || kind === '') throw new UserError(`${source}: kind is not set`);
  const { metadata } = value as { metadata?: unknown };
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) {
    throw new UserError(`${source}: ${kind}: metadata is not set`);
  }
  return [{ object: value as Manifest['object'], source }];
}
