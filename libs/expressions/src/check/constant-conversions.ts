import { plan, type PlanScope } from '../evaluate/planner.js';
import { childrenOf, type Call, type Expression, type Literal } from '../syntax/expression.js';
import { CostExceeded, type Meter } from '../values/meter.js';
import { Fault } from '../values/values.js';

const CONVERSIONS: ReadonlySet<string> = new Set(
  'bool bytes double duration dyn int string timestamp type uint'.split(' '),
);

/**
 * Why an expression that compiles cannot be evaluated; undefined when nothing is known. The reference converts constants when it prepares an
 * expression, so `int('x')` is refused also where it would not be evaluated.
 * @param own another reason of a call.
 */
export function instantiationProblem(
  root: Expression,
  scope: PlanScope,
  meter: Meter,
  own: (call: Call) => string | undefined,
): string | undefined {
  const constants = new Map<Expression, Literal>();
  const converted = (call: Call, argument: Literal): unknown =>
    plan({ ...call, args: [argument] }, scope).step({ values: [], meter });
  const look = (node: Expression): string | undefined => {
    for (const child of childrenOf(node)) {
      const problem = look(child);
      if (problem !== undefined) return problem;
    }
    if (node.kind === 'literal') constants.set(node, node);
    if (node.kind !== 'call') return undefined;
    const [argument] = node.args;
    const constant = argument && constants.get(argument);
    if (!constant || node.target || node.args.length !== 1 || !CONVERSIONS.has(node.name)) return own(node);
    const value = converted(node, constant);
    if (value instanceof Fault) return value.message;
    constants.set(node, { kind: 'literal', pos: node.pos, value });
    return undefined;
  };
  try {
    return look(root);
  } catch (error) {
    if (error instanceof CostExceeded) return undefined; // an evaluation will say so
    throw error;
  }
}
