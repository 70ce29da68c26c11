import type { Alternative } from '../../definition/decorators.js';
import type { StructClass } from '../../definition/field-type.js';
import { NOWHERE } from '../json-outline.js';
import { LENGTH_DELIMITED, tagOf } from '../wire-type.js';
import { valueOfType } from './value-of-type.js';
import type { WireValue } from './wire-value.js';

/** One alternative: its tag, and whether a value in JSON is of its type. */
interface Part {
  readonly tag: number;
  readonly type: 'boolean' | 'list' | 'object';
  readonly value: WireValue;
}

/**
 * A message with a field for each alternative of a value. A boolean is written always: true also with a value of another type,
 * which it allows.
 */
export function alternativesValue(
  alternatives: readonly Alternative[],
  structValue: (type: StructClass) => WireValue,
): WireValue {
  let compiled: readonly Part[] | undefined;
  // On first use: structs may be recursive.
  const parts = () => (compiled ??= alternatives.map((one) => partOf(one, structValue)).sort((a, b) => b.tag - a.tag));
  return {
    wireType: LENGTH_DELIMITED,
    zero: undefined,
    writtenWhenAbsent: true,
    blank: () => null,
    write: (writer, json, at) => {
      const end = writer.length;
      for (const { tag, type, value } of parts()) {
        if (type === 'boolean') {
          writer.varint(json.isTrue(at) || json.isObject(at) ? 1 : 0);
          writer.varint(tag);
        } else if (type === 'list' && json.isList(at)) {
          for (let item = json.last(at); item !== NOWHERE; item = json.before(item)) {
            value.write(writer, json, item);
            writer.varint(tag);
          }
        } else if (type === 'object' && json.isObject(at)) {
          value.write(writer, json, at);
          writer.varint(tag);
        }
      }
      writer.varint(writer.length - end);
    },
    read: (reader) => {
      const outer = reader.enter();
      let result: unknown;
      while (reader.more) {
        const tag = reader.tag();
        const part = parts().find((one) => one.tag === tag);
        if (!part) {
          if (parts().some((one) => one.tag >>> 3 === tag >>> 3)) reader.wrongType(tag, 'alternative');
          reader.skip(tag);
        } else if (part.type === 'list') {
          const item = part.value.read(reader, undefined) ?? null;
          if (Array.isArray(result)) result.push(item);
          else result = [item];
        } else if (part.type === 'object') {
          result = part.value.read(reader, typeof result === 'object' && !Array.isArray(result) ? result : undefined);
        } else {
          const allows = part.value.read(reader, undefined);
          if (typeof result !== 'object') result = allows;
        }
      }
      reader.leave(outer);
      return result ?? (parts().some(({ type }) => type === 'boolean') ? false : null);
    },
  };
}

function partOf({ number, type }: Alternative, structValue: (type: StructClass) => WireValue): Part {
  const isList = typeof type === 'object' && 'list' in type;
  const value = valueOfType(isList ? type.list : type, structValue);
  return { tag: tagOf(number, value.wireType), type: isList ? 'list' : type === 'bool' ? 'boolean' : 'object', value };
}
