import {
  redeclareStruct,
  structOf,
  type Alternative,
  type FieldFacts,
  type StructFacts,
  type StructOptions,
} from './decorators.js';
import type { FieldOptions, FieldType, StructClass } from './field-type.js';

/** Differences between the structs of two versions. */
export interface StructDifferences {
  /** By the release that added structs and fields of the stored version: the release that added these; undefined: always present. */
  readonly since?: Readonly<Record<number, number | undefined>>;
  /** Last release with these structs and their fields. Default: that of the stored version. */
  readonly last?: number;
  /** Structs that both versions share, without group and version. */
  readonly shared?: readonly string[];
  /** Overrides by struct. */
  readonly structs?: Readonly<Record<string, Partial<StructOptions>>>;
  /** Overrides by `Struct.field` of the stored version, including name, wire number and type. */
  readonly fields?: Readonly<Record<string, Partial<FieldOptions> & Partial<Omit<FieldFacts, 'options'>>>>;
  /** Fields of the stored version that these structs do not have, by `Struct.field`. */
  readonly absent?: readonly string[];
  /** Fields that the stored version does not have, by struct. */
  readonly added?: Readonly<Record<string, readonly FieldFacts[]>>;
}

/** Derives the structs of a version from another, including those they reference in the same version. */
export type StructVersion = (type: StructClass) => StructClass;

/**
 * Declares the structs of a version with the fields of another, except for `differences`.
 * @param from source group and version, `storage.v1`. @param to target group and version, `storage.v1beta1`.
 */
export function structVersion(from: string, to: string, differences: StructDifferences = {}): StructVersion {
  const { since = {}, last, shared = [], structs = {}, fields: differing = {}, absent = [], added = {} } = differences;
  const copies = new Map<StructClass, StructClass>();
  const copyOf = (type: StructClass): StructClass => {
    const facts = structOf(type);
    if (!facts.name.startsWith(`${from}.`) || shared.includes(facts.name.slice(from.length + 1))) return type;
    let copy = copies.get(type);
    if (!copy) copies.set(type, (copy = redeclareStruct(renamed(facts))));
    return copy;
  };
  const dated = <T extends { readonly since?: number }>(options: T): T => {
    const { since: then, ...rest } = options;
    const ended = last === undefined ? {} : { last };
    if (then === undefined || !Object.hasOwn(since, then)) return { ...options, ...ended };
    const now = since[then];
    return { ...rest, ...ended, ...(now === undefined ? {} : { since: now }) } as T;
  };
  const typeIn = (type: FieldType): FieldType => {
    if (typeof type === 'function') return () => copyOf(type());
    if (typeof type === 'string' || 'enum' in type) return type;
    return 'list' in type ? { list: typeIn(type.list) } : { map: typeIn(type.map) };
  };
  const renamed = ({ name, options, fields }: StructFacts): StructFacts => {
    const short = name.slice(from.length + 1);
    return {
      name: `${to}.${short}`,
      options: {
        ...dated(options),
        ...structs[short],
        ...(options.inline
          ? { inline: options.inline.map((part) => ({ ...part, type: () => copyOf(part.type()) })) }
          : {}),
        ...(Array.isArray(options.jsonForm)
          ? { jsonForm: options.jsonForm.map((one: Alternative) => ({ ...one, type: typeIn(one.type) })) }
          : {}),
      },
      fields: [
        ...fields
          .filter((field) => !absent.includes(`${short}.${field.name}`))
          .map((field): FieldFacts => {
            const { name, number, type, ...facts } = differing[`${short}.${field.name}`] ?? {};
            return {
              name: name ?? field.name,
              number: number ?? field.number,
              type: type ?? typeIn(field.type),
              options: { ...dated(field.options), ...facts },
            };
          }),
        ...(added[short] ?? []),
      ],
    };
  };
  return copyOf;
}
