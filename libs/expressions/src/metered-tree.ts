import type { CostMeter } from './cost-meter.js';
import { ExpressionError } from './expression-error.js';
import { chargeCall, FUNCTIONS, matchesCompiled, patternPaid, REPLACED } from './metered-functions.js';
import { literalText, nodesIn, visit, type Comprehension, type SyntaxNode } from './syntax-tree.js';

/**
 * Wraps the nodes of a checked tree so that each charges its cost before it is evaluated. The library has no cost
 * limit.
 * @throws ExpressionError when the tree calls a function that is not allowed, or its patterns take too long to compile.
 */
export function meterTree(root: SyntaxNode, meter: CostMeter): void {
  visit(root, (node) => {
    if (node.op === 'call' || node.op === 'rcall') meterCall(node, meter);
    else if (node.op === 'comprehension') meterLoop(node, meter);
    else if (node.handle) meterOperator(node, meter);
    if (!node.meta.alternate) meterErrors(node, meter);
  });
}

/** Creating errors is the most expensive operation, and loops swallow them. */
function meterErrors(node: SyntaxNode, meter: CostMeter): void {
  const { macro, evaluate } = node.meta;
  node.evaluate = (evaluator, _node, context) => {
    try {
      return macro ? macro.evaluate(evaluator, macro, context) : evaluate(evaluator, node, context);
    } catch (error) {
      meter.chargeError(error);
      throw error;
    }
  };
}

function meterCall(node: SyntaxNode, meter: CostMeter): void {
  const [name, receiver, rest] = node.args as [string, SyntaxNode, readonly SyntaxNode[] | undefined];
  if (!FUNCTIONS.has(name)) throw new ExpressionError(`calls ${name}(), which is not a supported function`);
  const { handle } = node;
  if (node.meta.alternate || node.meta.macro || !handle) return; // a macro: its expansion is charged
  const replaced = node.op === 'rcall' && rest && receiver ? replacementOf(name, rest, meter) : undefined;
  node.handle = (operands, ...context) => {
    chargeCall(meter, name, operands as readonly unknown[]);
    return replaced ? replaced(meter, ...(operands as readonly unknown[])) : handle(operands, ...context);
  };
}

function replacementOf(
  name: string,
  rest: readonly SyntaxNode[],
  compiling: CostMeter,
): ((meter: CostMeter, ...operands: unknown[]) => unknown) | undefined {
  const literal = name === 'matches' && rest[0] ? literalText(rest[0]) : undefined;
  if (literal === undefined) return REPLACED.get(name);
  const pattern = patternPaid(compiling, literal);
  return (meter, text) => matchesCompiled(meter, text, pattern);
}

/** Charges for all iterations before the first: the nodes of an iteration may charge nothing themselves. */
function meterLoop(node: SyntaxNode, meter: CostMeter): void {
  const { handle } = node;
  if (!handle) return;
  const nodesPerIteration = nodesIn((node.args as Comprehension).step);
  node.handle = (items, ...context) => {
    meter.charge(meter.sizeOf(items) + countOf(items) * nodesPerIteration);
    return handle(items, ...context);
  };
}

function countOf(items: unknown): number {
  if (Array.isArray(items)) return items.length;
  if (items instanceof Map) return items.size;
  return typeof items === 'object' && items !== null ? Object.keys(items).length : 0;
}

const LOOKS_AT_WHOLE: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', '+', 'in']);

function meterOperator(node: SyntaxNode, meter: CostMeter): void {
  const { handle, op } = node;
  if (!handle) return;
  const looksAtWhole = LOOKS_AT_WHOLE.has(op);
  node.handle = (left, right, ...context) => {
    meter.charge(looksAtWhole ? 1 + meter.sizeOf(left) + meter.sizeOf(right) : 1);
    return handle(left, right, ...context);
  };
}
