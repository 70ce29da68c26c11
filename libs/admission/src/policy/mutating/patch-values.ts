import { celValues, type Meter, type WorkCounter } from '@orch/expressions';
import { Failed } from '../../expressions/admission-expression.js';

/** Work of a value of a patch, and of its text: it is converted, measured, applied and decoded. 27,000 texts reach the cost limit. */
const VALUE_WORK = 130;
/** Work of what `jsonOf` counts as one. */
const PART_WORK = 30;

const { Fault, StructValue, isMap, itemsOf, jsonOf } = celValues;

/**
 * The apply configuration that an expression gave.
 * @returns a `Failed` when the names of its types are not those of the fields that they are in, or a value has no JSON form.
 */
export function applyConfigurationOf(result: unknown, meter: Meter): unknown {
  const wrong = wrongTypeNames(result, 'Object', meter);
  if (wrong.length > 0) return new Failed(`type mismatch: ${wrong.join('\n')}`);
  const json = jsonOf(result, ofPatch(meter));
  return json instanceof Fault ? new Failed(`invalid return type: ${json.message}`) : nullsAsNumbers(json);
}

const ofPatch = (meter: Meter): WorkCounter => ({ work: (parts) => meter.work(VALUE_WORK + parts * PART_WORK) });

/** In a configuration, kube-apiserver reads a null of an expression as the number 0, which most fields refuse. */
function nullsAsNumbers(json: unknown): unknown {
  if (json === null) return 0;
  if (Array.isArray(json)) return json.map(nullsAsNumbers);
  if (typeof json !== 'object') return json;
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, nullsAsNumbers(value)]));
}

/** The operations of the JSON patch that an expression gave. @returns a `Failed` as `applyConfigurationOf`. */
export function jsonPatchOf(result: unknown, meter: Meter): unknown {
  const operations: object[] = [];
  for (const operation of itemsOf(result) ?? []) {
    if (!(operation instanceof StructValue) || operation.typeName !== 'JSONPatch')
      return new Failed('type mismatch: JSONPatchType.expression should evaluate to array of JSONPatch');
    const member = (name: string): string => (operation.get(name) as string | undefined) ?? '';
    const from = member('from');
    const value = valueOf(operation.get('value'), meter);
    if (value instanceof Failed) return value;
    operations.push({
      op: member('op'),
      path: member('path'),
      ...(from === '' ? {} : { from }),
      ...(value === undefined ? {} : { value }),
    });
  }
  return operations;
}

function valueOf(value: unknown, meter: Meter): unknown {
  if (value === undefined) return undefined;
  if (value instanceof StructValue) {
    const wrong = wrongTypeNames(value, value.typeName, meter);
    if (wrong.length > 0) return new Failed(`type mismatch: ${wrong.join('\n')}`);
  }
  const json = jsonOf(value, ofPatch(meter));
  return json instanceof Fault
    ? new Failed(`JSONPath valueExpression evaluated to a type that could not marshal to JSON: ${json.message}`)
    : json;
}

/** Work of looking at the type of a value. */
const TYPE_WORK = 20;

/** Objects in fields must have types named after the path to them: `Object.spec` in `spec`. Lists and maps between them have no names. */
function wrongTypeNames(value: unknown, expected: string, meter: Meter): readonly string[] {
  meter.work(TYPE_WORK);
  if (value instanceof StructValue) {
    const { typeName } = value;
    const own =
      typeName === expected
        ? []
        : [
            `unexpected type name ${JSON.stringify(typeName)}, expected ${JSON.stringify(expected)}, which matches field name path from root Object type`,
          ];
    return [...own, ...[...value].flatMap(([name, field]) => wrongTypeNames(field, `${expected}.${name}`, meter))];
  }
  const items = itemsOf(value);
  if (items) return items.flatMap((item) => wrongTypeNames(item, expected, meter));
  // Other maps are values of the request, or hold some.
  if (!(value instanceof Map) || !isMap(value)) return [];
  return [...value.values()].flatMap((item) => wrongTypeNames(item, expected, meter));
}
