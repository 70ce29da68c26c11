import type { Overload } from '../types/declarations.js';
import { callWork } from '../cost/call-work.js';
import { equalityCost, runtimeCostOf } from '../cost/runtime-cost.js';
import { fieldOf, hasField, indexOf, optionalField, optionalIndex } from '../functions/access.js';
import { ACCUMULATOR } from '../syntax/macros.js';
import type { Call, Comprehension, Expression, ListLiteral, MapLiteral, StructLiteral } from '../syntax/expression.js';
import { isDyn, type CelType } from '../types/cel-type.js';
import { equal } from '../values/equality.js';
import type { Meter } from '../values/meter.js';
import { noOverload, notIterable } from './no-overload.js';
import { matchesType } from './runtime-type.js';
import {
  Fault,
  isMap,
  itemsOf,
  mapKey,
  NO_OVERLOAD,
  Optional,
  readText,
  StructValue,
  TypeValue,
  typeName,
} from '../values/values.js';

/** Values of the variables of an evaluation, by slot, and its meter. */
export interface Frame {
  readonly values: unknown[];
  readonly meter: Meter;
}

/** Evaluates a node. Returns a value or a `Fault`. @throws CostExceeded. */
export type Step = (frame: Frame) => unknown;

export interface PlanScope {
  /** Slots of the variables of the environment. */
  readonly slots: ReadonlyMap<string, number>;
  /** Names of types, which are values. */
  readonly typeNames: ReadonlyMap<string, CelType>;
  /** Prepares a call whose operands are partly constant, such as a constant pattern: compiled once. */
  readonly prepare?: (call: Call) => ((operands: readonly unknown[], meter: Meter) => unknown) | undefined;
}

/** Turns a checked tree into a function. The number of slots that a frame needs is `slots`. */
export function plan(root: Expression, scope: PlanScope): { readonly step: Step; readonly slots: number } {
  const planner = new Planner(scope);
  return { step: planner.step(root), slots: planner.slots };
}

const LIST_COST = 10;
const MAP_COST = 30;
const STRUCT_COST = 40;

class Planner {
  slots: number;
  private readonly locals: (readonly [name: string, slot: number])[] = [];

  constructor(private readonly scope: PlanScope) {
    this.slots = scope.slots.size;
  }

  step(node: Expression): Step {
    switch (node.kind) {
      case 'literal': {
        const { value } = node;
        return () => value;
      }
      case 'ident':
        return this.variable(node.name);
      case 'select': {
        if (node.qualified !== undefined) return this.variable(node.qualified);
        const { field, test } = node;
        const operand = this.step(node.operand);
        return (frame) => {
          const owner = operand(frame);
          if (owner instanceof Fault) return passedOn(owner, frame);
          frame.meter.charge(1);
          return test ? hasField(owner, field) : fieldOf(owner, field);
        };
      }
      case 'call':
        return this.call(node);
      case 'list':
        return this.list(node);
      case 'map':
        return this.map(node);
      case 'struct':
        return this.struct(node);
      case 'comprehension':
        return this.comprehension(node);
    }
  }

  private variable(name: string): Step {
    const plainName = name.replace(/^\./, '');
    const local = this.locals.findLast(([one]) => one === name);
    const slot = local ? local[1] : this.scope.slots.get(plainName);
    if (slot === undefined) {
      const type = this.scope.typeNames.get(plainName);
      const value = type ? new TypeValue(type.runtimeName) : new Fault(`no such attribute(s): ${plainName}`);
      return () => value;
    }
    return ({ values, meter }) => {
      meter.charge(1);
      const value = values[slot];
      return value === undefined ? new Fault(`no such attribute(s): ${plainName}`) : value;
    };
  }

  private call(node: Call): Step {
    const { name } = node;
    const [first, second, third] = node.args;
    if (name === '_&&_' || name === '_||_')
      return logical(name === '_||_', this.step(first as Expression), this.step(second as Expression));
    if (name === '_?_:_')
      return conditional(
        this.step(first as Expression),
        this.step(second as Expression),
        this.step(third as Expression),
      );
    if (name === '@not_strictly_false') {
      const operand = this.step(first as Expression);
      return (frame) => {
        const value = operand(frame);
        frame.meter.charge(1);
        return value instanceof Fault || value !== false;
      };
    }
    if (name === '_==_' || name === '_!=_') return this.equality(node, name === '_==_');
    if (name === '@in' && second && isConstant(second)) return this.membership(first as Expression, second);
    if (name === '_[_]') return this.access(node, indexOf);
    if (name === '_[?_]') return this.access(node, optionalIndex);
    if (name === '_?._') return this.access(node, optionalField);
    if (node.target && (name === 'or' || name === 'orValue')) return this.alternative(node);
    return this.function(node);
  }

  private equality(node: Call, wanted: boolean): Step {
    const left = this.step(node.args[0] as Expression);
    const right = this.step(node.args[1] as Expression);
    return (frame) => {
      const a = left(frame);
      if (a instanceof Fault) return passedOn(a, frame);
      const b = right(frame);
      if (b instanceof Fault) return passedOn(b, frame);
      const { meter } = frame;
      meter.charge(equalityCost(a, b, meter));
      return equal(a, b, meter) === wanted;
    };
  }

  /** `x in [constants]`. */
  private membership(element: Expression, list: Expression): Step {
    const operand = this.step(element);
    const values = constantItems(list);
    const strings = values.every((value) => typeof value === 'string') ? new Set(values) : undefined;
    return (frame) => {
      const value = operand(frame);
      if (value instanceof Fault) return passedOn(value, frame);
      readText(value, frame.meter);
      if (strings && typeof value === 'string') return strings.has(value);
      frame.meter.work(values.length);
      return values.some((one) => equal(one, value, frame.meter));
    };
  }

  private access(node: Call, read: (owner: unknown, key: unknown) => unknown): Step {
    const owner = this.step(node.args[0] as Expression);
    const key = this.step(node.args[1] as Expression);
    return (frame) => {
      const a = owner(frame);
      if (a instanceof Fault) return passedOn(a, frame);
      const b = key(frame);
      if (b instanceof Fault) return passedOn(b, frame);
      frame.meter.charge(1);
      readText(b, frame.meter);
      return read(a, b);
    };
  }

  /** `or` and `orValue` evaluate the other value only when it is needed. */
  private alternative(node: Call): Step {
    const target = this.step(node.target as Expression);
    const other = this.step(node.args[0] as Expression);
    const unwraps = node.name === 'orValue';
    return (frame) => {
      const value = target(frame);
      if (value instanceof Fault) return passedOn(value, frame);
      if (!(value instanceof Optional)) return NO_OVERLOAD;
      frame.meter.charge(1);
      if (value.value === undefined) return other(frame);
      return unwraps ? value.value : value;
    };
  }

  private function(node: Call): Step {
    const appended = this.appending(node);
    if (appended) return appended;
    const operands = node.target && node.qualified === undefined ? [node.target, ...node.args] : node.args;
    const steps = operands.map((one) => this.step(one));
    const overloads = node.overloads ?? [];
    const name = node.qualified ?? node.name;
    const dynamic = overloads.length !== 1 || operands.some((one) => !one.type || containsDyn(one.type));
    const prepared = this.scope.prepare?.(node);
    const [only] = overloads;
    const costs = new Map(overloads.map((overload) => [overload, runtimeCostOf(overload.id, name)]));
    const onlyCost = only && costs.get(only);
    // Overloads of one function take about as long.
    const work = Math.max(0, ...overloads.map(({ id }) => callWork(id)));
    return (frame) => {
      const values: unknown[] = [];
      for (const step of steps) {
        const value = step(frame);
        if (value instanceof Fault) return passedOn(value, frame);
        values.push(value);
      }
      const { meter } = frame;
      const overload = dynamic ? acceptingOf(overloads, values) : only;
      if (!overload) {
        meter.charge(1);
        return isOperator(name) || STANDARD_METHODS.has(name)
          ? noOverload(name, values[0])
          : new Fault(
              `no such overload: ${signature(name, values, node.target !== undefined && node.qualified === undefined)}`,
            );
      }
      if (work > 0) meter.work(work);
      const result = (prepared ?? overload.call)(values, meter);
      const cost = overload === only ? onlyCost! : costs.get(overload)!;
      meter.charge(cost(values, result, meter));
      return result;
    };
  }

  /** `result + [x]` and `mapInsert(result, ...)` of the loops of macros change the collection in place: nothing else can refer to it. */
  private appending({ name, args }: Call): Step | undefined {
    const [accumulator, added, value] = args;
    if (accumulator?.kind !== 'ident' || accumulator.name !== ACCUMULATOR || !added) return undefined;
    const collection = this.variable(ACCUMULATOR);
    if (name === '_+_' && added.kind === 'list') {
      const element = this.step(added.elements[0] as Expression);
      return (frame) => {
        const list = collection(frame) as unknown[] | Fault;
        if (list instanceof Fault) return list;
        const item = element(frame);
        if (item instanceof Fault) return item;
        frame.meter.charge(LIST_COST + 1);
        list.push(item);
        return list;
      };
    }
    if (name !== 'cel.@mapInsert') return undefined;
    const first = this.step(added);
    const second = value && this.step(value);
    return (frame) => {
      const map = collection(frame) as Map<unknown, unknown> | Fault;
      if (map instanceof Fault) return map;
      const key = first(frame);
      if (key instanceof Fault) return key;
      const entry = second?.(frame);
      if (entry instanceof Fault) return entry;
      frame.meter.charge(1);
      readText(key, frame.meter);
      if (second) return inserted(map, key, entry);
      if (!isMap(key)) return NO_OVERLOAD;
      frame.meter.work(key.size);
      for (const one of key.keys()) {
        readText(one, frame.meter);
        const done = inserted(map, one, key.get(one));
        if (done instanceof Fault) return done;
      }
      return map;
    };
  }

  private list(node: ListLiteral): Step {
    if (isConstant(node)) {
      const items = constantItems(node);
      return () => items;
    }
    const { optional } = node;
    const steps = node.elements.map((element) => this.step(element));
    return (frame) => {
      const items: unknown[] = [];
      for (const [index, step] of steps.entries()) {
        const item = step(frame);
        if (item instanceof Fault) return item;
        if (!optional.has(index)) items.push(item);
        else if (!(item instanceof Optional))
          return new Fault(`cannot initialize optional list element from non-optional value ${typeName(item)}`);
        else if (item.value !== undefined) items.push(item.value);
      }
      frame.meter.charge(LIST_COST);
      return items;
    };
  }

  private map({ entries }: MapLiteral): Step {
    const steps = entries.map(({ key, value, optional }) => [this.step(key), this.step(value), optional] as const);
    return (frame) => {
      const map = new Map<unknown, unknown>();
      for (const [keyStep, valueStep, optional] of steps) {
        const key = keyStep(frame);
        if (key instanceof Fault) return key;
        const value = valueStep(frame);
        if (value instanceof Fault) return value;
        if (!optional) {
          readText(key, frame.meter);
          const done = inserted(map, key, value);
          if (done instanceof Fault) return done;
        } else if (!(value instanceof Optional))
          return new Fault(
            `cannot initialize optional entry '${String(key)}' from non-optional value ${typeName(value)}`,
          );
        else if (value.value !== undefined) {
          readText(key, frame.meter);
          map.set(mapKey(key), value.value);
        }
      }
      frame.meter.charge(MAP_COST);
      return map;
    };
  }

  /** An object is a map of its fields; values of types without fields come from functions only. */
  private struct({ typeName: created, type, fields }: StructLiteral): Step {
    if (!type?.field) return () => new Fault(`type ${created} cannot be created`);
    const steps = fields.map(({ name, value, optional }) => [name, this.step(value), optional] as const);
    return (frame) => {
      const made = new StructValue(type.runtimeName);
      for (const [name, step, optional] of steps) {
        const value = step(frame);
        if (value instanceof Fault) return value;
        if (!optional) made.set(name, value);
        else if (!(value instanceof Optional))
          return new Fault(`cannot initialize optional entry '${name}' from non-optional value ${typeName(value)}`);
        else if (value.value !== undefined) made.set(name, value.value);
      }
      frame.meter.charge(STRUCT_COST);
      return made;
    };
  }

  private declare(name: string): number {
    const slot = this.slots++;
    this.locals.push([name, slot]);
    return slot;
  }

  private comprehension(node: Comprehension): Step {
    const range = this.step(node.range);
    const init = collectionOf(node) ?? this.step(node.init);
    const depth = this.locals.length;
    const accumulator = this.declare(node.accumulator);
    const first = this.declare(node.variable);
    const second = node.variable2 === undefined ? undefined : this.declare(node.variable2);
    const condition = this.step(node.condition);
    const step = this.step(node.step);
    this.locals.length = depth + 1;
    const result = this.step(node.result);
    this.locals.length = depth;
    return (frame) => {
      const { values, meter } = frame;
      const over = range(frame);
      if (over instanceof Fault) return over;
      const items = itemsOf(over);
      if (!items && !isMap(over)) return notIterable(over);
      values[accumulator] = init(frame);
      if (!items) meter.work((over as { size: number }).size);
      let index = 0n;
      for (const item of items ?? (over as ReadonlyMap<unknown, unknown>).keys()) {
        if (second === undefined) values[first] = item;
        else if (items) [values[first], values[second]] = [index++, item];
        else [values[first], values[second]] = [item, (over as ReadonlyMap<unknown, unknown>).get(item)];
        meter.work(1);
        if (condition(frame) === false) break;
        values[accumulator] = step(frame);
      }
      return result(frame);
    };
  }
}

/** A new collection for the loops of macros that fill one. */
function collectionOf({ accumulator, init }: Comprehension): Step | undefined {
  if (accumulator !== ACCUMULATOR) return undefined;
  if (init.kind === 'list') {
    return ({ meter }) => {
      meter.charge(LIST_COST);
      return [];
    };
  }
  if (init.kind !== 'map') return undefined;
  return ({ meter }) => {
    meter.charge(MAP_COST);
    return new Map();
  };
}

const isKey = (key: unknown): boolean =>
  typeof key === 'string' ||
  typeof key === 'bigint' ||
  typeof key === 'boolean' ||
  (typeof key === 'number' && Number.isInteger(key));

function inserted(map: Map<unknown, unknown>, key: unknown, value: unknown): unknown {
  const normal = mapKey(key);
  if (!isKey(normal)) return new Fault(`unsupported key type: ${typeName(key)}`);
  if (map.has(normal)) return new Fault(`insert failed: key ${String(normal)} already exists`);
  return map.set(normal, value);
}

/** A failure that goes through a step costs nothing, but a long chain of such steps takes time. */
function passedOn(fault: Fault, { meter }: Frame): Fault {
  meter.work(1);
  return fault;
}

function logical(decides: boolean, left: Step, right: Step): Step {
  return (frame) => {
    const first = left(frame);
    if (first === decides) return decides;
    const second = right(frame);
    if (second === decides) return decides;
    if (first instanceof Fault) return first;
    if (second instanceof Fault) return second;
    return typeof first === 'boolean' && typeof second === 'boolean' ? !decides : NO_OVERLOAD;
  };
}

function conditional(condition: Step, first: Step, second: Step): Step {
  return (frame) => {
    const value = condition(frame);
    if (value === true) return first(frame);
    if (value === false) return second(frame);
    return value instanceof Fault ? value : NO_OVERLOAD;
  };
}

const isConstant = (node: Expression): boolean =>
  node.kind === 'list' && node.optional.size === 0 && node.elements.every((one) => one.kind === 'literal');
const constantItems = (node: Expression): readonly unknown[] =>
  node.kind === 'list' ? node.elements.map((one) => (one.kind === 'literal' ? one.value : undefined)) : [];

const containsDyn = (type: CelType): boolean =>
  isDyn(type) || type.kind === 'parameter' || type.parameters.some(containsDyn);
/** The first overload that accepts the operands. */
function acceptingOf(overloads: readonly Overload[], values: readonly unknown[]): Overload | undefined {
  for (const overload of overloads) {
    const { operands } = overload;
    let at = 0;
    while (at < operands.length && matchesType(values[at], operands[at]!)) at++;
    if (at === operands.length) return overload;
  }
  return undefined;
}
/** Functions of the language itself, whose failure does not name them. */
const STANDARD_METHODS: ReadonlySet<string> = new Set(['contains', 'endsWith', 'matches', 'startsWith', 'size']);
const isOperator = (name: string): boolean => /^[-_@!]/.test(name);

function signature(name: string, values: readonly unknown[], member: boolean): string {
  const types = values.map(typeName);
  return member ? `${types[0]}.${name}(${types.slice(1).join(', ')})` : `${name}(${types.join(', ')})`;
}
