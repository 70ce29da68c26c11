import { inByteOrder, setOwn, type PlainObject } from '@orch/apimachinery';

/** The results for all items; `list` itself when each is its item: an object may hold hundreds of thousands. */
export function mappedItems(
  list: readonly unknown[],
  each: (item: unknown, index: number) => unknown,
): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const item = each(list[index], index);
    if (item !== list[index]) copy ??= list.slice(0, index);
    copy?.push(item);
  }
  return copy ?? list;
}

/**
 * The results for all members, in byte order of their names; `value` itself when each is its member and they have that order.
 * @param each called in that order. Undefined: the member is left out.
 */
export function mappedMembers(value: PlainObject, each: (member: unknown, name: string) => unknown): PlainObject {
  const sent = Object.keys(value);
  if (sent.length === 0) return value;
  const names = inByteOrder([...sent]);
  let isSame = true;
  const members = names.map((name, index) => {
    const member = each(value[name], name);
    isSame &&= name === sent[index] && member === value[name] && member !== undefined;
    return member;
  });
  if (isSame) return value;
  const copy: PlainObject = {};
  for (const [index, name] of names.entries()) if (members[index] !== undefined) setOwn(copy, name, members[index]);
  return copy;
}
