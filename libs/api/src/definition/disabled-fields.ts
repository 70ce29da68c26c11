import { jsonFieldsOf, structOf } from './decorators.js';
import type { FieldType, StructClass } from './field-type.js';
import type { DisabledUse } from './disabled-use.js';
import { structIn, structsBelow } from './struct-schema.js';
import type { FeatureGates } from '../features/feature-gates.js';

/**
 * Drops the fields of disabled features from an object. A field that is in use in the existing object stays: disabling a feature
 * does not destroy stored data. Returns the same object when nothing is dropped.
 */
export type FieldDropper = (object: object, old: object | undefined) => object;

type Json = Record<string, unknown>;

/** Gated fields of a struct: direct and nested. */
interface Plan {
  /** Name of the field, and its identity across structs. */
  readonly off: readonly (readonly [field: string, identity: string])[];
  /** Identity of the use, and how it is dropped. */
  readonly uses: readonly (readonly [identity: string, use: DisabledUse])[];
  readonly below: readonly (readonly [field: string, type: FieldType, plan: Plan])[];
}

/** The dropper of a kind; undefined when none of its fields is disabled, so that most kinds have no cost. */
export function fieldDropper(type: StructClass, features: FeatureGates): FieldDropper | undefined {
  const plan = plansBelow(type, features).get(type);
  if (!plan) return undefined;
  return (object, old) => {
    const sent = new Set<string>();
    collect(plan, object as Json, sent);
    if (sent.size === 0) return object;
    const kept = new Set<string>();
    if (old) collect(plan, old as Json, kept);
    return strip(plan, object as Json, kept);
  };
}

interface MutablePlan extends Plan {
  readonly off: [string, string][];
  readonly uses: [string, DisabledUse][];
  readonly below: [string, FieldType, Plan][];
}

/** Plans of the structs reachable from `root` that contain a disabled field, directly or nested. Structs may be recursive. */
function plansBelow(root: StructClass, features: FeatureGates): ReadonlyMap<StructClass, Plan> {
  const plans = new Map<StructClass, MutablePlan>();
  const holders = new Map<StructClass, { holder: StructClass; field: string; type: FieldType }[]>();
  const visit = (struct: StructClass): void => {
    const { name: structName, options: structOptions } = structOf(struct);
    for (const use of structOptions.disabledUses ?? [])
      if (!features.enabled(use.gate)) planAt(plans, struct).uses.push([`${structName}:${use.gate}`, use]);
    for (const { name, type, options } of jsonFieldsOf(struct)) {
      const { featureGate, droppedBy } = options;
      if (!droppedBy && featureGate?.split(',').some((gate) => !features.enabled(gate))) {
        planAt(plans, struct).off.push([name, `${structOf(struct).name}.${name}`]);
        continue;
      }
      for (const inner of structsOf(type)) {
        const known = holders.get(inner);
        if (known) known.push({ holder: struct, field: name, type });
        else {
          holders.set(inner, [{ holder: struct, field: name, type }]);
          if (inner !== root) visit(inner);
        }
      }
    }
  };
  visit(root);
  // From the gated structs up to all that contain them. Iteration over a map includes entries added during it.
  for (const [struct, plan] of plans) {
    for (const { holder, field, type } of holders.get(struct) ?? [])
      planAt(plans, holder).below.push([field, type, plan]);
  }
  return plans;
}

/** The struct of a type; of a value with alternatives, theirs. */
function structsOf(type: FieldType): StructClass[] {
  const inner = structIn(type);
  if (!inner) return [];
  const { jsonForm } = structOf(inner).options;
  return Array.isArray(jsonForm) ? structsBelow(inner, []) : [inner];
}

/** The type of a value: of one with alternatives, the one that matches. */
function typeOf(type: FieldType, value: object): FieldType | undefined {
  if (typeof type !== 'function') return type;
  const { jsonForm } = structOf(type()).options;
  if (jsonForm === undefined || jsonForm === 'any') return type;
  const isList = Array.isArray(value);
  return jsonForm.find((one) => (isList ? typeof one.type === 'object' : typeof one.type === 'function'))?.type;
}

function planAt(plans: Map<StructClass, MutablePlan>, struct: StructClass): MutablePlan {
  const existing = plans.get(struct);
  if (existing) return existing;
  const made: MutablePlan = { off: [], uses: [], below: [] };
  plans.set(struct, made);
  return made;
}

function collect(plan: Plan, value: Json, found: Set<string>): void {
  for (const [field, identity] of plan.off) if (value[field] !== undefined) found.add(identity);
  for (const [identity, use] of plan.uses) if (use.isUsed(value)) found.add(identity);
  for (const [field, type, inner] of plan.below) {
    if (value[field] !== undefined) mapStructs(type, value[field], (struct) => (collect(inner, struct, found), struct));
  }
}

function strip(plan: Plan, value: Json, kept: ReadonlySet<string>): Json {
  let result = value;
  for (const [field, identity] of plan.off) {
    if (value[field] === undefined || kept.has(identity)) continue;
    const { [field]: _off, ...rest } = result;
    result = rest;
  }
  for (const [identity, use] of plan.uses)
    if (!kept.has(identity) && use.isUsed(result)) result = use.drop(result) as Json;
  for (const [field, type, inner] of plan.below) {
    const before = result[field];
    if (before === undefined) continue;
    const after = mapStructs(type, before, (struct) => strip(inner, struct, kept));
    if (after !== before) result = { ...result, [field]: after };
  }
  return result;
}

/** Maps the structs in a value, also in lists and maps; returns the same value when none changes. */
function mapStructs(type: FieldType, value: unknown, change: (struct: Json) => Json): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const held = typeOf(type, value);
  if (held === undefined) return value;
  if (typeof held !== 'object') return change(value as Json);
  if ('list' in held) {
    const items = value as readonly unknown[];
    const changed = items.map((item) => mapStructs(held.list, item, change));
    return changed.every((item, index) => item === items[index]) ? value : changed;
  }
  if (!('map' in held)) return value;
  const entries = Object.entries(value);
  const changed = entries.map(([key, item]) => [key, mapStructs(held.map, item, change)] as const);
  return changed.every(([, item], index) => item === entries[index]![1]) ? value : Object.fromEntries(changed);
}
