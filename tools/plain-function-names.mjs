// After esbuild: removes its `__name` helper from functions, so that names are not defined again each time a closure is created.
import ts from 'typescript';

/** What esbuild's `keepNames` calls: `__name(function, "name")`. */
const HELPER = '__name';

/**
 * esbuild keeps the names of classes and functions by defining them again wherever it might have renamed one: also for every closure of
 * every request, which cost a create more than a tenth of its time. This removes a name that the function has anyway, and that of a closure
 * whose variable was renamed; names of classes stay, because libraries read them, and names of functions that may be a class.
 * Removed code becomes spaces, so that source maps stay valid.
 *
 * @param {string} code
 * @returns {string} of the same length
 */
export function withPlainFunctionNames(code) {
  const file = ts.createSourceFile('bundle.js', code, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
  /** @type {[from: number, to: number][]} */
  const blanks = [];
  const visit = (node) => {
    if (isNaming(node) && isNeedless(node)) {
      const [named] = node.arguments;
      const isStatement = ts.isExpressionStatement(node.parent) && ts.isIdentifier(named);
      if (isStatement) blanks.push([node.getStart(), node.getEnd()]);
      // The parentheses stay: a closure may be called at once, or be the operand of an operator.
      else blanks.push([node.expression.getStart(), node.expression.getEnd()], [named.getEnd(), node.getEnd() - 1]);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return blanked(code, blanks);
}

const isNaming = (node) =>
  ts.isCallExpression(node) &&
  ts.isIdentifier(node.expression) &&
  node.expression.text === HELPER &&
  node.arguments.length === 2 &&
  ts.isStringLiteral(node.arguments[1]);

function isNeedless(call) {
  const [named, { text: name }] = call.arguments;
  if (named.kind === ts.SyntaxKind.ThisKeyword || ts.isClassExpression(named)) return false;
  const has = ts.isIdentifier(named) ? named.text : (ownName(named) ?? givenName(call));
  return has === name || !/^_*[A-Z]/.test(name);
}

/** The name of a named function expression. */
const ownName = (node) => (ts.isFunctionExpression(node) ? node.name?.text : undefined);

/** The name that the language gives an anonymous function from its variable or property. */
function givenName({ parent }) {
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) {
    return ts.isIdentifier(parent.name) || ts.isStringLiteral(parent.name) ? parent.name.text : undefined;
  }
  if (!ts.isBinaryExpression(parent) || parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined;
  return ts.isIdentifier(parent.left) ? parent.left.text : undefined;
}

/** @param {[from: number, to: number][]} blanks */
function blanked(code, blanks) {
  const parts = [];
  let at = 0;
  for (const [from, to] of blanks.sort(([a], [b]) => a - b)) {
    parts.push(code.slice(at, from), ' '.repeat(to - from));
    at = to;
  }
  parts.push(code.slice(at));
  return parts.join('');
}
