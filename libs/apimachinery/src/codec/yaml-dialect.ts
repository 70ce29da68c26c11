import type { CollectionTag, DocumentOptions, ParseOptions, ScalarTag, SchemaOptions, Tags } from 'yaml';
import { yamlNumber } from './yaml-number.js';

/** Types of YAML 1.1 that manifests do not use: such scalars stay strings, also base-60 numbers. */
const DROPPED = new Set(['timestamp', 'omap', 'pairs', 'set', 'binary'].map((name) => `tag:yaml.org,2002:${name}`));
const BASE_60 = 'TIME';

/** Octal of YAML 1.2, `0o17`; manifests may use it as well as `017`. */
const octal12: ScalarTag = {
  tag: 'tag:yaml.org,2002:int',
  default: true,
  format: 'OCT12',
  test: /^[-+]?0o[0-7]+$/,
  identify: (value) => typeof value === 'number' && Number.isInteger(value),
  resolve: (text) => {
    const magnitude = Number.parseInt(text.replace(/^[-+]?0o/, ''), 8);
    return text.startsWith('-') ? -magnitude : magnitude;
  },
};

/**
 * The YAML of manifests: 1.1 with merge keys, `0400` octal, `yes` and `no` booleans, no timestamps.
 */
export const MANIFEST_DIALECT = {
  version: '1.1',
  merge: true,
  // `yamlValue` detects duplicates: the package compares each key with all previous ones, which takes minutes for 100,000.
  uniqueKeys: false,
  // Pretty messages quote the body, which may contain secrets and would be logged.
  prettyErrors: false,
  logLevel: 'silent',
  customTags: (tags: Tags): (CollectionTag | ScalarTag)[] => {
    const kept = tags.filter(
      (tag): tag is CollectionTag | ScalarTag => typeof tag !== 'string' && !DROPPED.has(tag.tag) && !isBase60(tag),
    );
    return [...kept, octal12];
  },
} satisfies ParseOptions & DocumentOptions & SchemaOptions;

const isBase60 = (tag: CollectionTag | ScalarTag): boolean => 'format' in tag && tag.format === BASE_60;

const MERGE = 'tag:yaml.org,2002:merge';
const NUMBERS = new Set(['tag:yaml.org,2002:int', 'tag:yaml.org,2002:float']);

/**
 * For encoding: the same types, so that strings of another type's form are quoted. Without merge keys, which
 * the package would leave unquoted: the writer quotes them itself. Numbers have the form of `yamlNumber`.
 */
export const WRITTEN_DIALECT = {
  ...MANIFEST_DIALECT,
  merge: false,
  customTags: (tags) =>
    MANIFEST_DIALECT.customTags(tags)
      .filter((tag) => tag.tag !== MERGE)
      .map(withOwnNumbers),
} satisfies ParseOptions & DocumentOptions & SchemaOptions;

function withOwnNumbers(tag: CollectionTag | ScalarTag): CollectionTag | ScalarTag {
  if ('collection' in tag || !NUMBERS.has(tag.tag)) return tag;
  const { stringify } = tag;
  return {
    ...tag,
    stringify: (item, ...rest) =>
      typeof item.value === 'number' && Number.isFinite(item.value)
        ? yamlNumber(item.value)
        : (stringify?.(item, ...rest) ?? String(item.value)),
  };
}
