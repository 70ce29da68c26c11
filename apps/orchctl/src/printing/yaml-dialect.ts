import type { DocumentOptions, ParseOptions, ScalarTag, SchemaOptions, Tags } from 'yaml';

/** `0o17` is a number to other readers of manifests; YAML 1.1 itself has only `017`. */
const modernOctal: ScalarTag = {
  tag: 'tag:yaml.org,2002:int',
  default: true,
  format: 'OCT',
  test: /^[-+]?0o[0-7]+$/,
  resolve: (text) => parseInt(text.replace('0o', ''), 8),
};

/** Dates stay text, and `1:30` is no number of seconds. */
const NOT_MEANT = new Set(['tag:yaml.org,2002:timestamp']);
const BASE_60 = 'TIME';

/**
 * YAML as manifests use it: 1.1 with merge keys. The same when reading and writing, so that text which another reader
 * would take for a number is written in quotes.
 */
export const manifestDialect: ParseOptions & DocumentOptions & SchemaOptions = {
  version: '1.1',
  merge: true,
  uniqueKeys: true,
  customTags: (tags: Tags) => [
    ...tags.filter(
      (tag) => typeof tag === 'string' || !(NOT_MEANT.has(tag.tag) || ('format' in tag && tag.format === BASE_60)),
    ),
    modernOctal,
  ],
};
