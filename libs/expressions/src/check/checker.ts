import type {
  Call,
  Comprehension,
  Expression,
  ListLiteral,
  MapLiteral,
  Select,
  StructLiteral,
} from '../syntax/expression.js';
import type { Issue } from '../syntax/issues.js';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DYN,
  ERROR,
  formatType,
  INT,
  isDyn,
  isDynOrError,
  listOf,
  mapOf,
  NULL,
  optionalOf,
  optionalValue,
  parameter,
  sameType,
  STRING,
  UINT,
  type CelType,
} from '../types/cel-type.js';
import { mostGeneral, Substitutions } from '../types/substitutions.js';
import { Uint } from '../values/values.js';
import type { Functions, Overload } from '../types/declarations.js';

export interface CheckScope {
  readonly functions: Functions;
  /** Types of variables and of the names of types. */
  readonly variable: (name: string) => CelType | undefined;
  /** Whether elements of literals may be of different types here: a later check refuses them where they must not. */
  readonly mixedLiterals: boolean;
}

/** Determines the type of every node and the overloads of every call, and reports what does not fit. */
export function checkExpression(root: Expression, scope: CheckScope): readonly Issue[] {
  const checker = new Checker(scope);
  checker.check(root);
  checker.finish();
  return checker.issues;
}

/** Qualified name of a chain of selections, `a.b.c`. */
export function qualifiedName(node: Expression): string | undefined {
  if (node.kind === 'ident') return node.name;
  if (node.kind !== 'select' || node.test) return undefined;
  const owner = qualifiedName(node.operand);
  return owner === undefined ? undefined : `${owner}.${node.field}`;
}

class Checker {
  readonly issues: Issue[] = [];
  private readonly substitutions = new Substitutions();
  private readonly locals: (readonly [name: string, type: CelType])[] = [];
  private readonly typed: Expression[] = [];
  private freeParameters = 0;

  constructor(private readonly scope: CheckScope) {}

  check(node: Expression): CelType {
    const type = this.typeOf(node);
    node.type = type;
    this.typed.push(node);
    return type;
  }

  /** Replaces parameters of types by what they were bound to. */
  finish(): void {
    const applied = new Map<CelType, CelType>();
    for (const node of this.typed) node.type = this.substitutions.apply(node.type as CelType, true, applied);
  }

  private report(pos: number, message: string): CelType {
    this.issues.push({ pos, message });
    return ERROR;
  }

  private mismatch(pos: number, expected: CelType, found: CelType): CelType {
    return this.report(pos, `expected type '${formatType(expected)}' but found '${formatType(found)}'`);
  }

  private undeclared(pos: number, name: string): CelType {
    return this.report(pos, `undeclared reference to '${name.replace(/^\./, '')}' (in container '')`);
  }

  private lookup(name: string): CelType | undefined {
    const local = this.locals.findLast(([one]) => one === name);
    return local ? local[1] : this.scope.variable(name.replace(/^\./, ''));
  }

  private typeOf(node: Expression): CelType {
    switch (node.kind) {
      case 'literal':
        return typeOfLiteral(node.value);
      case 'ident':
        return this.lookup(node.name) ?? this.undeclared(node.pos, node.name);
      case 'select':
        return this.select(node);
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

  private select(node: Select): CelType {
    const name = qualifiedName(node);
    const known = name === undefined ? undefined : this.lookup(name);
    if (known && name !== undefined) {
      node.qualified = name;
      return known;
    }
    const type = this.field(node.pos, node.operand, node.field, false);
    return node.test ? BOOL : this.substitutions.apply(type, false);
  }

  private field(pos: number, operand: Expression, field: string, optional: boolean): CelType {
    const operandType = this.substitutions.apply(this.check(operand), false);
    const inner = optionalValue(operandType);
    const type = this.fieldOf(pos, inner ?? operandType, field);
    return inner || optional ? optionalOf(type) : type;
  }

  private fieldOf(pos: number, type: CelType, field: string): CelType {
    switch (type.kind) {
      case 'map':
        return type.parameters[1] as CelType;
      case 'struct':
        if (!type.field) return this.report(pos, `unexpected failed resolution of '${type.name}'`);
        return type.field(field) ?? this.report(pos, `undefined field '${field}'`);
      case 'parameter':
        this.substitutions.assignable([DYN], [type]);
        return DYN;
      default:
        if (!isDynOrError(type)) this.report(pos, `type '${formatType(type)}' does not support field selection`);
        return DYN;
    }
  }

  private call(node: Call): CelType {
    const { name, target, args, pos } = node;
    if (name === '_?._') {
      const [operand, field] = args as readonly [Expression, Expression & { value: string }];
      this.check(field);
      return this.substitutions.apply(this.field(pos, operand, field.value, true), false);
    }
    const types = args.map((argument) => this.check(argument));
    if (!target) return this.resolve(node, name, types, false);
    const prefix = qualifiedName(target);
    const qualified = prefix === undefined ? undefined : `${prefix}.${name}`.replace(/^\./, '');
    if (qualified !== undefined && this.scope.functions.has(qualified)) {
      node.qualified = qualified;
      return this.resolve(node, qualified, types, false);
    }
    const targetType = this.check(target);
    return this.resolve(node, name, [targetType, ...types], true);
  }

  private resolve(node: Call, name: string, operands: readonly CelType[], member: boolean): CelType {
    const overloads = this.scope.functions.get(name.replace(/^\./, ''));
    if (!overloads) return this.undeclared(node.pos, name);
    if (name === '_&&_' || name === '_||_') return this.logical(node, operands, overloads);
    const fitting: Overload[] = [];
    let result: CelType | undefined;
    for (const overload of overloads) {
      if (overload.member !== member) continue;
      const fresh = this.instance(overload);
      if (!this.substitutions.assignable(operands, fresh.operands)) continue;
      fitting.push(overload);
      const type = this.substitutions.apply(fresh.result, false);
      if (!result) result = type;
      else if (!isDyn(result) && !sameType(type, result)) result = DYN;
    }
    if (result) {
      node.overloads = fitting;
      return result;
    }
    const shown = operands.map((type) => formatType(this.substitutions.apply(type, true)));
    const receiver = member ? `${shown.shift()}.` : '';
    return this.report(
      node.pos,
      `found no matching overload for '${name}' applied to '${receiver}(${shown.join(', ')})'`,
    );
  }

  private logical(node: Call, operands: readonly CelType[], overloads: readonly Overload[]): CelType {
    const wrong = operands.map((type) => !this.substitutions.assignable([type], [BOOL]));
    wrong.forEach((isWrong, index) => {
      if (isWrong) this.mismatch((node.args[index] as Expression).pos, BOOL, operands[index] as CelType);
    });
    node.overloads = overloads;
    return wrong.includes(true) ? ERROR : BOOL;
  }

  /** The types of an overload with fresh type parameters. */
  private instance({ operands, result, parameters }: Overload): { operands: readonly CelType[]; result: CelType } {
    if (parameters.length === 0) return { operands, result };
    const fresh = new Map(parameters.map((name) => [name, this.freeParameter()]));
    const renamed = (type: CelType): CelType =>
      fresh.get(type.kind === 'parameter' ? type.name : '') ??
      (type.parameters.length === 0 ? type : { ...type, parameters: type.parameters.map(renamed) });
    return { operands: operands.map(renamed), result: renamed(result) };
  }

  private freeParameter(): CelType {
    return parameter(`_var${this.freeParameters++}`);
  }

  /** Type of an optional element or entry: that of its value. */
  private unwrapped(node: Expression, type: CelType, optional: boolean): CelType {
    if (!optional) return type;
    const value = optionalValue(type);
    if (!value && !isDyn(type)) this.mismatch(node.pos, optionalOf(type), type);
    return value ?? type;
  }

  private joined(node: Expression, before: CelType | undefined, type: CelType): CelType {
    if (!before) return type;
    if (this.substitutions.assignable([before], [type])) return mostGeneral(before, type);
    if (this.scope.mixedLiterals) return DYN;
    return this.mismatch(node.pos, before, type);
  }

  private list({ elements, optional }: ListLiteral): CelType {
    let joined: CelType | undefined;
    for (const [index, element] of elements.entries())
      joined = this.joined(element, joined, this.unwrapped(element, this.check(element), optional.has(index)));
    return listOf(joined ?? this.freeParameter());
  }

  private map({ entries }: MapLiteral): CelType {
    let keys: CelType | undefined;
    let values: CelType | undefined;
    for (const { key, value, optional } of entries) {
      keys = this.joined(key, keys, this.check(key));
      values = this.joined(value, values, this.unwrapped(value, this.check(value), optional));
    }
    return mapOf(keys ?? this.freeParameter(), values ?? this.freeParameter());
  }

  private struct({ pos, typeName, fields }: StructLiteral): CelType {
    const named = this.lookup(typeName);
    if (!named) return this.undeclared(pos, typeName);
    const type = named.kind === 'type' ? named.parameters[0] : undefined;
    if (!type) return this.report(pos, `'${formatType(named)}' is not a type`);
    if (type.kind !== 'struct') return this.report(pos, `'${formatType(type)}' is not a message type`);
    for (const { pos: fieldPos, name, value, optional } of fields) {
      const found = this.unwrapped(value, this.check(value), optional);
      const expected = type.field?.(name) ?? this.report(fieldPos, `undefined field '${name}'`);
      if (!this.substitutions.assignable([expected], [found]))
        this.report(
          fieldPos,
          `expected type of field '${name}' is '${formatType(expected)}' but provided type is '${formatType(found)}'`,
        );
    }
    return type;
  }

  private comprehension(node: Comprehension): CelType {
    const range = this.substitutions.apply(this.check(node.range), false);
    const accumulator = this.check(node.init);
    const depth = this.locals.length;
    this.locals.push([node.accumulator, accumulator]);
    const [first, second] = this.iterated(node, range);
    if (node.variable2 === undefined) this.locals.push([node.variable, first]);
    else this.locals.push([node.variable, second ? first : DYN], [node.variable2, second ?? DYN]);
    this.expect(node.condition, BOOL);
    this.expect(node.step, accumulator);
    this.locals.length = depth + 1;
    const result = this.check(node.result);
    this.locals.length = depth;
    return this.substitutions.apply(result, false);
  }

  /** Types of the loop variables. */
  private iterated({ range: node, variable2 }: Comprehension, range: CelType): readonly [CelType, CelType?] {
    switch (range.kind) {
      case 'list': {
        const [element = DYN] = range.parameters;
        return variable2 === undefined ? [element] : [INT, element];
      }
      case 'map': {
        const [key = DYN, value = DYN] = range.parameters;
        return variable2 === undefined ? [key] : [key, value];
      }
      case 'dyn':
      case 'error':
      case 'parameter':
        this.substitutions.assignable([DYN], [range]);
        return [DYN, DYN];
      default:
        this.report(
          node.pos,
          `expression of type '${formatType(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
        );
        return [ERROR, ERROR];
    }
  }

  private expect(node: Expression, expected: CelType): void {
    const found = this.check(node);
    if (!this.substitutions.assignable([expected], [found])) this.mismatch(node.pos, expected, found);
  }
}

function typeOfLiteral(value: unknown): CelType {
  switch (typeof value) {
    case 'boolean':
      return BOOL;
    case 'bigint':
      return INT;
    case 'number':
      return DOUBLE;
    case 'string':
      return STRING;
    default:
      if (value === null) return NULL;
      return value instanceof Uint ? UINT : BYTES;
  }
}
