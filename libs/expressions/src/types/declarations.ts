import { parseType, splitTypes, type CelType } from './cel-type.js';
import type { Meter } from '../values/meter.js';

/** Computes the result of a call from evaluated operands; for a method, the first operand is its target. Returns a `Fault` on failure. */
export type Implementation = (operands: readonly unknown[], meter: Meter) => unknown;

/** One signature of a function. */
export interface Overload {
  /** Identifier in the reference, on which costs depend. */
  readonly id: string;
  readonly member: boolean;
  /** Types of the operands; of a method, the first is that of its target. */
  readonly operands: readonly CelType[];
  readonly result: CelType;
  readonly call: Implementation;
  /** Names of the type parameters. */
  readonly parameters: readonly string[];
}

/** Overloads by name of the function. */
export type Functions = ReadonlyMap<string, readonly Overload[]>;

/**
 * Declaration of one signature: `[name, id, signature, implementation]`. Signatures are `(string, int): bool` for a function and
 * `string.(int): bool` for a method.
 */
export type Declaration = readonly [name: string, id: string, signature: string, call: Implementation];

const SIGNATURE = /^(?:(.*)\.)?\((.*)\): (.+)$/;

/** @throws Error for a malformed signature, which is a mistake in this library. */
export function overloadOf([, id, signature, call]: Declaration): Overload {
  const [, target, operands = '', result = ''] = SIGNATURE.exec(signature) ?? [];
  if (result === '') throw new Error(`malformed signature: ${signature}`);
  const types = [...(target === undefined ? [] : [target]), ...splitTypes(operands)].map(parseType);
  const resultType = parseType(result);
  const parameters = new Set<string>();
  for (const type of [...types, resultType]) collectParameters(type, parameters);
  return { id, member: target !== undefined, operands: types, result: resultType, call, parameters: [...parameters] };
}

function collectParameters(type: CelType, into: Set<string>): void {
  if (type.kind === 'parameter') into.add(type.name);
  for (const one of type.parameters) collectParameters(one, into);
}

export function functionsOf(declarations: readonly Declaration[]): Functions {
  const functions = new Map<string, Overload[]>();
  for (const declaration of declarations) {
    const [name] = declaration;
    const overloads = functions.get(name);
    if (overloads) overloads.push(overloadOf(declaration));
    else functions.set(name, [overloadOf(declaration)]);
  }
  return functions;
}
