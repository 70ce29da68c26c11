import type { CollectionTag, DocumentOptions, ParseOptions, ScalarTag, SchemaOptions, Tags } from 'yaml';

/** Types of YAML 1.1 that manifests do not have: such texts stay texts, and base-60 numbers are not numbers. */
const DROPPED = new Set(['timestamp', 'omap', 'pairs', 'set', 'binary'].map((name) => `tag:yaml.org,2002:${name}`));
const BASE_60 = 'TIME';

/** Octal of YAML 1.2, `0o17`, which manifests may use beside `017`. */
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
 * YAML as manifests use it: 1.1 with merge keys, `0400` octal, `yes` and `no` booleans, no timestamps.
 */
export const MANIFEST_DIALECT = {
  version: '1.1',
  merge: true,
  // Finding repeats is ours: the package compares each key with all before it, which takes minutes for 100,000.
  uniqueKeys: false,
  // Pretty messages quote the body, which may hold secrets and would end up in logs.
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

/**
 * For writing: the same types, so that texts which would read as something else are quoted. Without merge keys, which
 * the package would leave unquoted: the writer quotes them itself.
 */
export const WRITTEN_DIALECT = {
  ...MANIFEST_DIALECT,
  merge: false,
  customTags: (tags) => MANIFEST_DIALECT.customTags(tags).filter((tag) => tag.tag !== MERGE),
} satisfies ParseOptions & DocumentOptions & SchemaOptions;
