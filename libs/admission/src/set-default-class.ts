import { defaultClass, type ApiObject, type ObjectMeta } from '@orch/apimachinery';
import { atOnceOrInTurns, flowOf } from '@orch/http';
import type { AdmissionAttributes, Extract, ExtractReader, ResourceKey } from '@orch/registry';
import { partOfJson } from './part-text.js';

/** What `defaultClass` reads of a class. */
interface MarkedClass {
  readonly metadata: ObjectMeta;
}

const UNMARKED: MarkedClass = { metadata: {} };

/** Reads whether a class, which may have megabytes, is marked as default. @param annotation that marks it. */
const defaultMark =
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

/**
 * Sets the name of the default class in an object that is written, where there is one.
 * @param annotation that marks the default among `classes`. @param field of the spec, for the name.
 */
export function setDefaultClass(
  reader: ExtractReader,
  classes: ResourceKey,
  annotation: string,
  field: string,
): (a: AdmissionAttributes) => ApiObject | Promise<ApiObject> {
  const mark = defaultMark(annotation);
  const withDefault = function* (object: ApiObject & { readonly spec?: object }): Generator<undefined, ApiObject> {
    const name = defaultClass(yield* reader.extractsInSteps(classes, mark), annotation);
    return name === undefined ? object : { ...object, spec: { ...object.spec, [field]: name } };
  };
  return ({ object, user }) => atOnceOrInTurns(withDefault(object!), () => ({ flow: flowOf(user) }));
}
