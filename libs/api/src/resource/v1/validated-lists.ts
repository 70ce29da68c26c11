import { fieldError, repeatedItems, type FieldError, type FieldPath } from '@orch/apimachinery';

/** Checks each item of a list; absent passes. */
type ItemCheck<T> = (path: FieldPath, item: T) => FieldError[];

/** Checks the items of a list and their number. */
export function validateItems<T>(
  path: FieldPath,
  items: readonly T[] | null | undefined,
  limit: number,
  check: ItemCheck<T>,
): FieldError[] {
  if (!items) return [];
  return [
    ...items.flatMap((item, index) => check(path.index(index), item)),
    ...(items.length > limit ? [fieldError.tooMany(path, items.length, limit)] : []),
  ];
}

/** As `validateItems`, of items that are all different. @param keyOf the field that distinguishes them, and its value. */
export function validateSet<T>(
  path: FieldPath,
  items: readonly T[] | null | undefined,
  limit: number,
  check: ItemCheck<T>,
  keyOf: (item: T) => readonly [field: string, value: string],
): FieldError[] {
  const repeated = [...repeatedItems(items ?? [], (item) => keyOf(item)[1])].map((index) => {
    const [field, value] = keyOf(items![index]!);
    const at = path.index(index);
    return fieldError.duplicate(field === '' ? at : at.child(field), value);
  });
  return [...validateItems(path, items, limit, check), ...repeated];
}

/** The key of items that have a name. */
export const BY_NAME = ({ name }: { readonly name: string }): readonly [string, string] => ['name', name];

/** The key of items that are strings. */
export const ITSELF = (item: string): readonly [string, string] => ['', item];

/** Checks keys and values of a map; absent passes. Keys in paths are shortened to 96 characters. */
export const validateEntries = <T>(
  path: FieldPath,
  map: Readonly<Record<string, T>> | null | undefined,
  checkKey: ItemCheck<string>,
  check: ItemCheck<T> = () => [],
): FieldError[] =>
  Object.entries(map ?? {}).flatMap(([key, value]) => {
    const at = path.key(shortened(key));
    return [...checkKey(at, key), ...check(at, value)];
  });

const SHOWN = 96;

const shortened = (key: string): string =>
  key.length <= SHOWN ? key : `${key.slice(0, (SHOWN - 2) / 2)}...${key.slice(-((SHOWN - 3) >> 1))}`;
