import { DYN, isDyn, isDynOrError, sameType, type CelType } from './cel-type.js';

/** Types bound to type parameters while an expression is checked. */
export class Substitutions {
  private readonly bound = new Bound();

  /** Whether a value of type `from` can be used where all of `to` are expected. Binds parameters if so. */
  assignable(from: readonly CelType[], to: readonly CelType[]): boolean {
    if (from.length !== to.length) return false;
    this.bound.begin();
    if (from.every((type, index) => assignable(this.bound, type, to[index] as CelType))) return true;
    this.bound.undo();
    return false;
  }

  /**
   * Replaces bound parameters; unbound ones become `dyn` when `toDyn` is set.
   * @param applied types that it was applied to before, while no parameter was bound: types that are in each other share parts.
   */
  apply(type: CelType, toDyn: boolean, applied?: Map<CelType, CelType>): CelType {
    if (type.kind === 'parameter') {
      const found = this.bound.get(type.name);
      if (found) return this.apply(found, toDyn, applied);
      return toDyn ? DYN : type;
    }
    if (type.parameters.length === 0) return type;
    const known = applied?.get(type);
    if (known) return known;
    const whole = { ...type, parameters: type.parameters.map((one) => this.apply(one, toDyn, applied)) };
    applied?.set(type, whole);
    return whole;
  }
}

/** Bound parameters. An attempt is undone without a copy: a long expression has many parameters, and many attempts. */
class Bound {
  private readonly types = new Map<string, CelType>();
  private readonly changes: (readonly [name: string, before: CelType | undefined])[] = [];

  get(name: string): CelType | undefined {
    return this.types.get(name);
  }

  has(name: string): boolean {
    return this.types.has(name);
  }

  set(name: string, type: CelType): void {
    this.changes.push([name, this.types.get(name)]);
    this.types.set(name, type);
  }

  /** Begins an attempt. */
  begin(): void {
    this.changes.length = 0;
  }

  /** Undoes what the attempt has set. */
  undo(): void {
    for (const [name, before] of this.changes.reverse()) {
      if (before) this.types.set(name, before);
      else this.types.delete(name);
    }
    this.changes.length = 0;
  }
}

function assignable(bound: Bound, from: CelType, to: CelType): boolean {
  if (to.kind === 'parameter') {
    const known = bound.has(to.name);
    if (substitutes(bound, from, to)) return true;
    if (known) return false;
  }
  if (from.kind === 'parameter') return substitutes(bound, to, from);
  if (isDynOrError(from) || isDynOrError(to)) return true;
  if (from.kind === 'null') return nullable(to);
  if (to.kind === 'null') return nullable(from);
  if (from.kind !== to.kind) return false;
  if (from.kind === 'type') return true;
  return (
    from.name === to.name &&
    from.parameters.length === to.parameters.length &&
    from.parameters.every((one, index) => assignable(bound, one, to.parameters[index] as CelType))
  );
}

const NULLABLE: ReadonlySet<CelType['kind']> = new Set(['null', 'opaque', 'struct', 'any', 'duration', 'timestamp']);
const nullable = ({ kind }: CelType): boolean => NULLABLE.has(kind);

/** Whether a parameter is, or can become, `type`. */
function substitutes(bound: Bound, type: CelType, parameter: CelType): boolean {
  if (type.kind === 'parameter' && type.name === parameter.name) return true;
  const known = bound.get(parameter.name);
  if (!known) {
    if (!notWithin(bound, parameter, type)) return false;
    bound.set(parameter.name, type);
    return true;
  }
  if (sameType(type, known)) return true;
  if (!assignable(bound, type, known)) return false;
  const general = mostGeneral(type, known);
  if (notWithin(bound, parameter, general)) bound.set(parameter.name, general);
  return true;
}

function notWithin(bound: Bound, parameter: CelType, type: CelType): boolean {
  if (type.kind === 'parameter') {
    if (type.name === parameter.name) return false;
    const known = bound.get(type.name);
    return !known || notWithin(bound, parameter, known);
  }
  return type.parameters.every((one) => notWithin(bound, parameter, one));
}

/** The more general of two types that can be assigned to one another. */
export const mostGeneral = (a: CelType, b: CelType): CelType => (lessSpecific(a, b) ? a : b);

function lessSpecific(a: CelType, b: CelType): boolean {
  if (isDyn(a) || a.kind === 'parameter') return true;
  if (isDyn(b) || b.kind === 'parameter' || a.kind !== b.kind) return false;
  if (a.kind === 'type') return true;
  return (
    a.name === b.name &&
    a.parameters.length === b.parameters.length &&
    a.parameters.every((one, index) => lessSpecific(one, b.parameters[index] as CelType))
  );
}
