import { NOWHERE } from '../json-outline.js';
import { LENGTH_DELIMITED, tagOf } from '../wire-type.js';
import type { WireValue } from './wire-value.js';

/** A list in its own message: written if present, also when empty. */
export const wrappedListValue = (item: WireValue): WireValue => ({ ...listValue(item), writtenWhenAbsent: false });

/** A list in a place for a single value (in a map, in a list): a message with repeated field 1. */
export function listValue(item: WireValue): WireValue {
  const itemTag = tagOf(1, item.wireType);
  return {
    wireType: LENGTH_DELIMITED,
    zero: undefined,
    writtenWhenAbsent: true,
    blank: () => [],
    write: (writer, json, of) => {
      const end = writer.length;
      for (let at = json.last(of); at !== NOWHERE; at = json.before(at)) {
        item.write(writer, json, at);
        writer.varint(itemTag);
      }
      writer.varint(writer.length - end);
    },
    read: (reader, current) => {
      const outer = reader.enter();
      const items = (current ?? []) as unknown[];
      while (reader.more) {
        const tag = reader.tag();
        if (tag === itemTag) items.push(item.read(reader, undefined) ?? null);
        else if (tag >>> 3 === 1) reader.wrongType(tag, 'items');
        else reader.skip(tag);
      }
      reader.leave(outer);
      return items;
    },
  };
}
