import { jsonFieldsOf, structOf } from '../../../libs/api/src/definition/decorators.js';
import type { FieldType, StructClass } from '../../../libs/api/src/definition/field-type.js';

/** Into the first item of a list. */
export const ITEM = '[]';
/** Into the value of the first key of a map. */
export const KEY = '{}';

/** One step of a path: the name of a field, {@link ITEM} or {@link KEY}, and the type of what is there. */
export interface Step {
  readonly at: string;
  readonly type: FieldType;
}

/** A path of a kind where a client can write something. */
export interface Place {
  readonly steps: readonly Step[];
  /** The field, by the struct that declares it: the same rules read it wherever the struct is used. */
  readonly declared: string;
}

export const typeOf = ({ steps }: Place): FieldType => steps.at(-1)!.type;
export const textOf = ({ steps }: Place): string => steps.map(({ at }) => at).join('.');

/** All paths of a struct, in the order of its fields. A struct inside itself is left out. */
export function placesOf(struct: StructClass): readonly Place[] {
  const places: Place[] = [];
  const within = (of: StructClass, steps: readonly Step[], outer: readonly string[]): void => {
    const { name } = structOf(of);
    if (outer.includes(name)) return;
    for (const field of jsonFieldsOf(of)) value(field.type, [...steps, { at: field.name, type: field.type }], `${name}.${field.name}`, [...outer, name]); // prettier-ignore
  };
  const value = (type: FieldType, steps: readonly Step[], declared: string, outer: readonly string[]): void => {
    places.push({ steps, declared });
    if (typeof type === 'function') {
      if (structOf(type()).options.jsonForm === undefined) within(type(), steps, outer);
      return;
    }
    if (typeof type !== 'object' || 'enum' in type) return;
    const at = 'list' in type ? ITEM : KEY;
    const inner = 'list' in type ? type.list : type.map;
    value(inner, [...steps, { at, type: inner }], declared + at, outer);
  };
  within(struct, [], []);
  return places;
}
