import type { ValidationOptions } from 'class-validator';
import { isMap } from './is-map.js';
import { listOf } from './list-of.js';

type Type = () => new () => object;

const MUST_BE_A_MAP = 'must be a map';

/** Validates a map by the decorators of a class. */
export function mapOf(type: Type): PropertyDecorator {
  const { ValidateBy } = require('class-validator') as typeof import('class-validator');
  const shape = ValidateBy({
    name: 'mapOf',
    validator: { validate: isMap, defaultMessage: () => MUST_BE_A_MAP },
  });
  return inOrder(shape, nested(type, { message: MUST_BE_A_MAP }));
}

/** Validates a list of maps, each by the decorators of a class. */
export const listOfMaps = (type: Type): PropertyDecorator =>
  inOrder(
    listOf((item) => (isMap(item) ? undefined : MUST_BE_A_MAP)),
    nested(type, { each: true, message: 'must be a list' }),
  );

/** Alone it is not enough: it accepts a list in the place of a map. */
function nested(type: Type, options: ValidationOptions): PropertyDecorator {
  require('reflect-metadata'); // which class-transformer expects to be loaded, also where no Nest is
  const { Type: typeOf } = require('class-transformer') as typeof import('class-transformer');
  const { ValidateNested } = require('class-validator') as typeof import('class-validator');
  return inOrder(typeOf(type), ValidateNested(options));
}

const inOrder =
  (...decorators: readonly PropertyDecorator[]): PropertyDecorator =>
  (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };
