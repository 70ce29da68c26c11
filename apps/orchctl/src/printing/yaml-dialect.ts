import type { DocumentOptions, ParseOptions, ScalarTag, SchemaOptions, Tags } from 'yaml';

/** `0o17` is a number to other readers of manifests; YAML 1.1 itself has only `017`. */
const modernOctal: ScalarTag = {
  tag: 'tag:yaml.org,2002:int',
  default: true,
  format: 'OCT',
  test: /^[-+]?0o[0-7]+$/,
  resolve: (text) => parseInt(text.replace('0o', ''), 8),
};

/** Dates are strings, and `1:30` is not a number of seconds. */
const isMeant = (tag: Tags[number]): boolean =>
  typeof tag === 'string' || !(tag.tag === 'tag:yaml.org,2002:timestamp' || ('format' in tag && tag.format === 'TIME'));

const base: ParseOptions & DocumentOptions & SchemaOptions = { version: '1.1', merge: true, uniqueKeys: true };

/** YAML as manifests use it: 1.1 with merge keys, without its dates and base-60 numbers. */
export const readDialect = { ...base, customTags: (tags: Tags): Tags => [...tags.filter(isMeant), modernOctal] };

/** Texts that a YAML parser may read as a date or a number, which are therefore quoted. */
export const writeDialect = { ...base, customTags: (tags: Tags): Tags => [...tags, modernOctal] };
