import { at, isRecord } from '../../api/object';
import { resolve, type Schema } from '../../schema/fields';
import type { FieldPath } from '../text/edit';
import { type Control, controlOf } from './control';
import type { FormKind } from './form-kind';
import { isLeftOut } from './left-out';

/** A field in a form; its value is elsewhere. */
export interface FormField {
  readonly path: FieldPath;
  /** Resolved. */
  readonly schema: Schema;
  readonly control: Control;
  readonly isRequired: boolean;
}

/** The name of a field as text; its index in a list. */
export const nameOf = ({ path }: FormField): string => String(path.at(-1) ?? '');

/** Identifies a field within a form. */
export const keyOf = (path: FieldPath): string => path.map((part) => encodeURIComponent(part)).join('/');

function fieldOf({ document }: FormKind, path: FieldPath, schema: Schema | undefined, isRequired: boolean): FormField {
  const resolved = resolve(document, schema) ?? {};
  return { path, schema: resolved, control: controlOf(resolved), isRequired };
}

/** The object itself. */
export const rootField = (kind: FormKind): FormField => fieldOf(kind, [], kind.root, true);

/** Fields of an object in the order of the schema, and those that are there without being in the schema. */
export function childFields(kind: FormKind, parent: FormField, value: unknown): FormField[] {
  const { properties = {}, required = [] } = parent.schema;
  const known = Object.entries(properties).map(([name, schema]) =>
    fieldOf(kind, [...parent.path, name], schema, required.includes(name)),
  );
  const unknown = Object.keys(isRecord(value) ? value : {})
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => fieldOf(kind, [...parent.path, name], { description: 'Not in the schema.' }, false));
  return [...known, ...unknown]
    .filter((field) => !isLeftOut(field, kind))
    .map((field) => (isNeeded(kind, field) ? { ...field, isRequired: true } : field));
}

/** An object needs metadata, and a new one a name, which no schema requires. */
function isNeeded({ stored }: FormKind, { path }: FormField): boolean {
  if (path.length === 1) return path[0] === 'metadata';
  return stored === undefined && path.length === 2 && path[0] === 'metadata' && path[1] === 'name';
}

/** An item of a list. */
export function itemField(kind: FormKind, list: FormField, index: number): FormField {
  return fieldOf(kind, [...list.path, index], list.schema.items, false);
}

/** An entry of a map. */
export function entryField(kind: FormKind, map: FormField, name: string): FormField {
  const { additionalProperties } = map.schema;
  const schema = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  return fieldOf(kind, [...map.path, name], schema, false);
}

/** Whether the field is in the value of its parent. */
export function isSet(field: FormField, parentValue: unknown): boolean {
  return at(parentValue, field.path.at(-1) ?? '') !== undefined;
}

/** The fields of one object as the form shows them: the metadata, what is required, then what is set or asked for; the others can be added. */
export function arrangeFields(
  fields: readonly FormField[],
  value: unknown,
  isAskedFor: (field: FormField) => boolean,
): { readonly shown: readonly FormField[]; readonly others: readonly FormField[] } {
  const required = fields.filter(({ isRequired }) => isRequired);
  const optional = fields.filter(({ isRequired }) => !isRequired);
  const isShown = (field: FormField): boolean => isSet(field, value) || isAskedFor(field);
  const isMetadata = ({ path }: FormField): boolean => path.length === 1 && path[0] === 'metadata';
  const shown = [...required, ...optional.filter(isShown)];
  return {
    shown: [...shown.filter(isMetadata), ...shown.filter((field) => !isMetadata(field))],
    others: optional.filter((field) => !isShown(field)),
  };
}
