import { Quantity } from '@orch/apimachinery';
import { Fault, OpaqueValue } from '../values/values.js';
import type { Declaration } from '../types/declarations.js';
import { intOf } from './numbers.js';

class QuantityValue extends OpaqueValue {
  override readonly typeName = 'kubernetes.Quantity';
  constructor(readonly quantity: Quantity) {
    super();
  }
  override equals(other: OpaqueValue): boolean {
    return other instanceof QuantityValue && other.quantity.compare(this.quantity) === 0;
  }
}

const NOT_A_QUANTITY = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

const read = (text: unknown): QuantityValue | Fault => {
  const quantity = Quantity.parse(text as string);
  return quantity ? new QuantityValue(quantity) : new Fault(NOT_A_QUANTITY);
};
const quantity = (value: unknown): Quantity => (value as QuantityValue).quantity;
const ofInteger = (value: unknown): Quantity => Quantity.parse(String(value)) ?? Quantity.zero;

/** The value as an integer of 64 bits; `undefined` when it has a fraction or is larger. */
function integer({ integer: whole }: Quantity): bigint | undefined {
  return whole === undefined || intOf(whole) instanceof Fault ? undefined : whole;
}

const T = 'kubernetes.Quantity';

/** Amounts such as `500Mi`, since release 1.28. */
export const QUANTITY_LIBRARY: readonly Declaration[] = [
  ['quantity', 'string_to_quantity', `(string): ${T}`, ([text]) => read(text)],
  ['isQuantity', 'is_quantity_string', '(string): bool', ([text]) => !(read(text) instanceof Fault)],
  ['sign', 'quantity_sign', `(${T}): int`, ([value]) => BigInt(quantity(value).sign)],
  ['isGreaterThan', 'quantity_is_greater_than', `${T}.(${T}): bool`, ([a, b]) => quantity(a).compare(quantity(b)) > 0],
  ['isLessThan', 'quantity_is_less_than', `${T}.(${T}): bool`, ([a, b]) => quantity(a).compare(quantity(b)) < 0],
  ['compareTo', 'quantity_compare_to', `${T}.(${T}): int`, ([a, b]) => BigInt(quantity(a).compare(quantity(b)))],
  ['asApproximateFloat', 'quantity_get_float', `${T}.(): double`, ([value]) => quantity(value).toNumber()],
  [
    'asInteger',
    'quantity_get_int',
    `${T}.(): int`,
    ([value]) => integer(quantity(value)) ?? new Fault('cannot convert value to integer'),
  ],
  ['isInteger', 'quantity_is_integer', `${T}.(): bool`, ([value]) => integer(quantity(value)) !== undefined],
  ['add', 'quantity_add', `${T}.(${T}): ${T}`, ([a, b]) => new QuantityValue(quantity(a).add(quantity(b)))],
  ['add', 'quantity_add_int', `${T}.(int): ${T}`, ([a, b]) => new QuantityValue(quantity(a).add(ofInteger(b)))],
  ['sub', 'quantity_sub', `${T}.(${T}): ${T}`, ([a, b]) => new QuantityValue(quantity(a).sub(quantity(b)))],
  ['sub', 'quantity_sub_int', `${T}.(int): ${T}`, ([a, b]) => new QuantityValue(quantity(a).sub(ofInteger(b)))],
];
