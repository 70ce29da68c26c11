import type { ObjectMeta } from '@orch/apimachinery';
import type { Extract } from '@orch/registry';
import { partOfJson } from './part-text.js';

/** What `defaultClass` reads of a class. */
interface MarkedClass {
  readonly metadata: ObjectMeta;
}

const UNMARKED: MarkedClass = { metadata: {} };

/** Reads whether a class, which may have megabytes, is marked as default. @param annotation that marks it. */
export const defaultMark =
  (annotation: string): Extract<MarkedClass> =>
  (json) => {
    const mark = partOfJson(json, ['metadata', 'annotations', annotation]);
    if (mark !== 'true') return UNMARKED;
    const textOf = (field: string): string => partOfJson(json, ['metadata', field]) as string;
    return {
      metadata: {
        name: textOf('name'),
        creationTimestamp: textOf('creationTimestamp'),
        annotations: { [annotation]: mark },
      },
    };
  };
