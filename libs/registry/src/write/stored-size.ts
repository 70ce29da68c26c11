import { ApiError } from '@orch/apimachinery';

/**
 * Most bytes of a stored object, as JSON: more than a body of the default limit becomes with the owners of its fields. Patches and
 * applies of other field managers add to an object, so the limit of a body does not bound it.
 */
export const MAX_STORED_BYTES = 8 * 1_024 * 1_024;

/**
 * Most values of a stored object, with those inside others: as many as the 1.5 MiB that kube-apiserver stores can hold, two bytes each, or six
 * for a member of an object with its name. An object of short values takes some 450 bytes of memory for each, whatever its bytes.
 */
export const MAX_STORED_VALUES = 768 * 1_024;
const BYTES_PER_VALUE = 2;
/** Values that a member of an object counts as: it takes as much longer than an item of a list. */
const VALUES_PER_MEMBER = 3;

/**
 * @param value the object as it would be stored, as JSON without spaces.
 * @param current the current object: one that is over a limit already may be written as long as its bytes do not become more.
 * @throws ApiError RequestEntityTooLarge.
 */
export function assertStorable(value: Buffer, current?: Buffer): void {
  const mayStay = current !== undefined && value.length <= current.length;
  if (value.length > MAX_STORED_BYTES && !mayStay) {
    throw ApiError.tooLarge(
      `the object would have ${value.length} bytes with its managed fields: at most ${MAX_STORED_BYTES} are stored`,
    );
  }
  if (hasTooManyValues(value) && !(mayStay && hasTooManyValues(current))) {
    throw ApiError.tooLarge(
      `the object would have more than ${MAX_STORED_VALUES} values with its managed fields, where a member counts as ${VALUES_PER_MEMBER}: at most ${MAX_STORED_VALUES} are stored`,
    );
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Counts the values of JSON without spaces: itself, and one for each item, more for each member. */
function hasTooManyValues(json: Buffer): boolean {
  const { length } = json;
  if (length <= MAX_STORED_VALUES * BYTES_PER_VALUE) return false;
  let values = 1;
  for (let at = 0; at < length && values <= MAX_STORED_VALUES; at++) {
    switch (json[at]) {
      case QUOTE:
        while (++at < length && json[at] !== QUOTE) if (json[at] === BACKSLASH) at++;
        break;
      case COMMA:
        values++;
        break;
      case COLON:
        values += VALUES_PER_MEMBER - 1;
        break;
      case OPEN_ARRAY:
        if (json[at + 1] !== CLOSE_ARRAY) values++;
        break;
      case OPEN_OBJECT:
        if (json[at + 1] !== CLOSE_OBJECT) values++;
        break;
    }
  }
  return values > MAX_STORED_VALUES;
}
