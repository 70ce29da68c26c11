import type { JsonSchema } from '@orch/structural-schema';
import { FEATURES, PARENTS } from './feature-schemas.js';
import { FAULTS, hostileValue, TooManyParts, type Fault, type Shape, type ValueOptions } from './hostile-value.js';
import { RULED_FEATURES } from './ruled-schemas.js';

/** Objects that are just small enough for the event loop. */
const SHAPES: readonly Shape[] = [
  { name: 'long name, many values', key: 250_000, width: 1_000, text: 3 },
  { name: 'long name, most values', key: 60_000, width: 2_800, text: 3 },
  { name: 'long name, texts', key: 100_000, width: 300, text: 800 },
  { name: 'alike names', key: 5, width: 800, text: 500, descends: true },
  { name: 'long alike names', key: 5, width: 200, text: 2_000, descends: true },
  { name: 'long texts', key: 5, width: 30, text: 15_000 },
  { name: 'most values', key: 5, width: 2_900, text: 100 },
];
/** Those of the short round: each finds what the others do not. */
const SHORT_SHAPES = SHAPES.filter(({ name }) => name === 'long name, many values' || name === 'alike names');
const SHORT_FAULTS: readonly Fault[] = ['none', 'value', 'duplicate', 'unknown', 'missing', 'quotes'];
const SHORT_PARENTS = ['map', 'mapOfList', 'plain', 'keyed', 'embedded'];

/** Larger objects are written in the thread of large objects. */
const MAX_BYTES = 480_000;
const MAX_MEMBERS = 2_900;

/** One feature below one parent, with a hostile value for it, and one whose keys are others. */
export interface SweepCase {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly value: unknown;
  readonly other: unknown;
}

/**
 * The cases, to be made one by one.
 * @param isComplete whether to make every combination; if not, two for each feature.
 */
export function* sweepCases(isComplete: boolean): Generator<() => SweepCase> {
  let turn = 0;
  const next = <T>(from: readonly T[]): T => from[turn % from.length]!;
  for (const [feature, schema] of Object.entries({ ...FEATURES, ...RULED_FEATURES })) {
    if (isComplete) {
      for (const parent of Object.keys(PARENTS))
        for (const shape of SHAPES)
          for (const fault of FAULTS) yield () => sweepCase(feature, schema, parent, shape, fault);
      continue;
    }
    for (const shape of SHORT_SHAPES) {
      turn++;
      const [parent, fault] = [next(SHORT_PARENTS), next(SHORT_FAULTS)];
      yield () => sweepCase(feature, schema, parent, shape, fault);
    }
  }
}

function sweepCase(feature: string, below: JsonSchema, parent: string, shape: Shape, fault: Fault): SweepCase {
  const schema = PARENTS[parent]!(below);
  return {
    name: `${feature} below ${parent}, ${shape.name}, fault ${fault}`,
    schema,
    value: smallValue(schema, shape, fault, ''),
    other: smallValue(schema, shape, fault, 'z'),
  };
}

/** With fewer values than the shape says, where each has many parts. */
function smallValue(schema: JsonSchema, shape: Shape, fault: Fault, salt: string): unknown {
  for (let [width, text] = [shape.width, shape.text]; ;) {
    const value = valueWithin(schema, { shape: { ...shape, width, text }, fault, salt });
    if (value !== undefined || width <= 1) return value;
    width = Math.floor(width * 0.7);
    text = Math.floor(text * 0.9);
  }
}

/** Undefined when it is too large. */
function valueWithin(schema: JsonSchema, options: ValueOptions): unknown {
  try {
    const value = hostileValue(schema, options);
    const json = JSON.stringify(value);
    const members = Math.max(json.split(',').length, json.split('":').length);
    return json.length < MAX_BYTES && members < MAX_MEMBERS ? value : undefined;
  } catch (error) {
    if (error instanceof TooManyParts) return undefined;
    throw error;
  }
}
