import { isPlainObject } from '@orch/apimachinery';
import { TransportError } from '../errors/transport-error.js';

/**
 * The form of a JSON value, as far as a client relies on it. An absent value and null have every form that is not that of `requiredShape`: servers write both
 * for an empty field.
 * @returns what is wrong: the path below the value, a space and a sentence. Undefined: nothing.
 */
export type Shape = (value: unknown) => string | undefined;

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

const ofType =
  (isRight: (value: unknown) => boolean, wanted: string): Shape =>
  (value) =>
    isAbsent(value) || isRight(value) ? undefined : ` must be ${wanted}`;

export const textShape: Shape = ofType((value) => typeof value === 'string', 'a string');
export const flagShape: Shape = ofType((value) => typeof value === 'boolean', 'a boolean');
export const amountShape: Shape = ofType((value) => typeof value === 'number', 'a number');
export const anyShape: Shape = () => undefined;
/** A list of anything, also of null. */
export const anyListShape: Shape = ofType(Array.isArray, 'a list');
const object = ofType(isPlainObject, 'an object');

export const requiredShape =
  (shape: Shape): Shape =>
  (value) =>
    isAbsent(value) ? ' is missing' : shape(value);

/** A list whose items are there and have a form. */
export const listShapeOf =
  (item: Shape): Shape =>
  (value) => {
    if (!Array.isArray(value)) return anyListShape(value);
    for (let index = 0; index < value.length; index++) {
      const fault = isAbsent(value[index]) ? ' is missing' : item(value[index]);
      if (fault !== undefined) return `[${index}]${fault}`;
    }
    return undefined;
  };

/** An object of any fields, each of the same form. */
export const mapShapeOf =
  (item: Shape): Shape =>
  (value) => {
    if (!isPlainObject(value)) return object(value);
    for (const key of Object.keys(value)) {
      const fault = item(value[key]);
      if (fault !== undefined) return `[${JSON.stringify(key)}]${fault}`;
    }
    return undefined;
  };

/** An object with at least these fields. */
export const structShape = (fields: Readonly<Record<string, Shape>>): Shape => {
  const entries = Object.entries(fields);
  return (value) => {
    if (!isPlainObject(value)) return object(value);
    for (const [name, shape] of entries) {
      const fault = shape(value[name]);
      if (fault !== undefined) return `.${name}${fault}`;
    }
    return undefined;
  };
};

/** @param source of the value, in the message. @throws TransportError Protocol when the value is absent or has another form. */
export function assertShape(value: unknown, shape: Shape, source: string): void {
  const fault = requiredShape(shape)(value);
  if (fault === undefined) return;
  const sentence = fault.startsWith(' ') ? `it${fault}` : fault.replace(/^\./, '');
  throw new TransportError('Protocol', `${source} is not one of this API: ${sentence}`);
}
