import type { CollectionTag, DocumentOptions, ParseOptions, ScalarTag, SchemaOptions, Tags } from 'yaml';

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
    return [...kept.map(withDigits), octal12];
  },
} satisfies ParseOptions & DocumentOptions & SchemaOptions;

const isBase60 = (tag: CollectionTag | ScalarTag): boolean => 'format' in tag && tag.format === BASE_60;

const FLOAT = 'tag:yaml.org,2002:float';
const BEGINS_WITH_DIGIT = '^(?=[-+]?\\.?[0-9])';

/** The package takes `.` and `e0` for numbers; without digits they are strings, `.` is a key of `managedFields`. */
function withDigits(tag: CollectionTag | ScalarTag): CollectionTag | ScalarTag {
  if ('collection' in tag || tag.tag !== FLOAT || tag.test === undefined || tag.test.test('.nan')) return tag;
  return { ...tag, test: new RegExp(BEGINS_WITH_DIGIT + tag.test.source) };
}
