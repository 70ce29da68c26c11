import { vocabularies } from '@orch/vocabulary';

/** Where the definition and its objects are. The API server runs in the `orch` vocabulary. */
const GROUP = 'faults.example.com';
const NAME = `marks.${GROUP}`;
const DEFINITION_GROUP = vocabularies.orch.groups.apiextensions;
export const DEFINITIONS = `/apis/${DEFINITION_GROUP}/v1/customresourcedefinitions`;
export const DEFINITION = `${DEFINITIONS}/${NAME}`;
export const OBJECTS = `/apis/${GROUP}/v1/namespaces/default/marks`;

/** An object, as far as it matters here. `spec` has `id` and the mark of a generation of the definition. */
export interface Marked {
  readonly metadata: { readonly name: string };
  readonly spec?: Readonly<Record<string, unknown>>;
}

const markOf = (generation: number): string => `p${generation}`;

/**
 * The versions of a generation of the definition. Each knows one mark, with a default, and prunes those of the others: the mark of an
 * object shows by which schema it is served.
 */
export function versionsOf(generation: number): readonly object[] {
  const spec = {
    type: 'object',
    properties: {
      id: { type: 'string' },
      [markOf(generation)]: { type: 'integer', default: generation },
    },
  };
  const openAPIV3Schema = { type: 'object', properties: { spec } };
  return [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }];
}

export const definitionOf = (generation: number): object => ({
  apiVersion: `${DEFINITION_GROUP}/v1`,
  kind: 'CustomResourceDefinition',
  metadata: { name: NAME },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: { plural: 'marks', singular: 'mark', kind: 'Mark', listKind: 'MarkList' },
    versions: versionsOf(generation),
  },
});

/** @param generation whose mark the body has: perhaps one that the server does not know any more, or not yet. */
export const objectOf = (name: string, id: string, generation: number): object => ({
  apiVersion: `${GROUP}/v1`,
  kind: 'Mark',
  metadata: { name },
  spec: { id, [markOf(generation)]: generation },
});

/** The generation by which an object is served; undefined when it has marks of none or of several. */
export function generationOf({ spec = {} }: Marked): number | undefined {
  const marks = Object.keys(spec).filter((key) => key !== 'id');
  const generation = Number(marks[0]?.slice(1));
  return marks.length === 1 && spec[markOf(generation)] === generation ? generation : undefined;
}
