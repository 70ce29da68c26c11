import { atOnce } from '@orch/apimachinery';
import { checkExpression } from './check/checker.js';
import { functionsOf, type Declaration, type Functions, type Implementation } from './types/declarations.js';
import { instantiationProblem } from './check/constant-conversions.js';
import { checkLiterals } from './check/literal-checks.js';
import { estimateCost, type SizeSource } from './cost/estimate.js';
import type { Range } from './cost/range.js';
import { Meter } from './values/meter.js';
import { plan, type Step } from './evaluate/planner.js';
import { Fault } from './values/values.js';
import { AUTHORIZER_LIBRARY, AUTHORIZER_SELECTORS } from './functions/authorizer.js';
import { ConstantPatterns, PatternBudget } from './functions/constant-patterns.js';
import { CONVERSIONS } from './functions/conversions.js';
import { PATCH_LIBRARY, patchType } from './functions/json-patches.js';
import { LANGUAGE_FUNCTIONS } from './functions/language.js';
import { LISTS_LIBRARY } from './functions/lists.js';
import { FORMAT_LIBRARY } from './functions/named-formats.js';
import { CIDR_LIBRARY, IP_LIBRARY } from './functions/networks.js';
import { numberFunctions } from './functions/numbers.js';
import { OPTIONAL_LIBRARY, OPTIONAL_LISTS_LIBRARY, TWO_VARIABLE_LIBRARY } from './functions/optionals.js';
import { MATCHES, REGEX_LIBRARY, withConstantPattern } from './functions/patterns.js';
import { QUANTITY_LIBRARY } from './functions/quantities.js';
import { SEMVER_LIBRARY } from './functions/semvers.js';
import { SETS_LIBRARY } from './functions/sets.js';
import { STRINGS_0, STRINGS_1 } from './functions/strings.js';
import { TIME_FUNCTIONS } from './functions/times.js';
import { URL_LIBRARY } from './functions/urls.js';
import { visitTree, type Call, type Expression } from './syntax/expression.js';
import { renderIssues, type Issue } from './syntax/issues.js';
import { OPTIONAL_MACROS, STANDARD_MACROS, TWO_VARIABLE_MACROS, type Macros } from './syntax/macros.js';
import { parseExpression } from './syntax/parser.js';
import {
  ANY,
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  NULL,
  opaque,
  optionalOf,
  STRING,
  struct,
  TIMESTAMP,
  typeOf,
  UINT,
  type CelType,
} from './types/cel-type.js';

/** Highest cost of one evaluation, which is not interrupted: some 45 ms of CPU time. kube-apiserver: 1,000,000. */
export const EVALUATION_COST_LIMIT = 800_000;

/** Functions and macros of the language and of the extension libraries that a Kubernetes release has. */
interface Language {
  readonly functions: Functions;
  readonly macros: Macros;
  readonly optionalSyntax: boolean;
  readonly checksLiterals: boolean;
}

const languages = new Map<string, Language>();

/** The language of release 1.`minor`. Built once. @param patches whether it makes patches. */
function languageOf(minor: number, patches: boolean): Language {
  const key = `${minor} ${patches}`;
  const known = languages.get(key);
  if (known) return known;
  const since = (release: number, declarations: readonly Declaration[]): readonly Declaration[] =>
    minor >= release ? declarations : [];
  const functions = functionsOf([
    ...LANGUAGE_FUNCTIONS,
    ...numberFunctions(minor >= 28),
    ...TIME_FUNCTIONS,
    ...CONVERSIONS,
    ...MATCHES,
    ...URL_LIBRARY,
    ...REGEX_LIBRARY,
    ...LISTS_LIBRARY,
    ...STRINGS_0,
    ...since(27, AUTHORIZER_LIBRARY),
    ...since(28, OPTIONAL_LIBRARY),
    ...since(28, QUANTITY_LIBRARY),
    ...since(29, STRINGS_1),
    ...since(29, SETS_LIBRARY),
    ...since(30, IP_LIBRARY),
    ...since(30, CIDR_LIBRARY),
    ...since(31, FORMAT_LIBRARY),
    ...since(31, AUTHORIZER_SELECTORS),
    ...since(32, TWO_VARIABLE_LIBRARY),
    ...since(32, OPTIONAL_LISTS_LIBRARY),
    ...since(33, SEMVER_LIBRARY),
    ...(patches ? PATCH_LIBRARY : []),
  ]);
  const macros = new Map([
    ...STANDARD_MACROS,
    ...(minor >= 28 ? OPTIONAL_MACROS : []),
    ...(minor >= 32 ? TWO_VARIABLE_MACROS : []),
  ]);
  const language = { functions, macros, optionalSyntax: minor >= 28, checksLiterals: minor >= 29 };
  languages.set(key, language);
  return language;
}

/** Names of types, which expressions can compare with `type(x)`. */
const TYPE_NAMES: ReadonlyMap<string, CelType> = new Map<string, CelType>([
  ...[BOOL, BYTES, DOUBLE, INT, STRING, UINT].map((type): [string, CelType] => [type.name, type]),
  ['list', listOf(DYN)],
  ['map', mapOf(DYN, DYN)],
  ['null_type', NULL],
  ['type', typeOf(DYN)],
  ['google.protobuf.Timestamp', TIMESTAMP],
  ['google.protobuf.Duration', DURATION],
  ['google.protobuf.Any', ANY],
  ['google.protobuf.Value', DYN],
  ['optional_type', optionalOf(DYN)],
  ['net.IP', opaque('net.IP')],
  ['net.CIDR', opaque('net.CIDR')],
  ...['kubernetes.Quantity', 'kubernetes.URL', 'kubernetes.Semver', 'kubernetes.NamedFormat'].map(
    (name): [string, CelType] => [name, struct(name)],
  ),
]);

export interface EnvironmentOptions {
  readonly variables: Readonly<Record<string, CelType>>;
  /** Minor number of the Kubernetes release whose libraries are available. Default: the newest. */
  readonly minor?: number;
  /** Whether there are the types `Object` and `JSONPatch`, and `jsonpatch.escapeKey`. Default: false. */
  readonly patches?: boolean;
}

/** A failed compilation: the problems, as cel-go prints them. */
export class CompileFailure {
  constructor(
    readonly text: string,
    readonly issues: readonly Issue[],
  ) {}
}

/** A compiled expression. */
export interface CompiledExpression {
  readonly type: CelType;
  /** Variables that it refers to. */
  readonly variables: ReadonlySet<string>;
  /** Why it cannot be evaluated, though it compiles: a constant pattern of `find` is not one, a constant cannot be converted. */
  readonly problem: string | undefined;
  /** Whether it refers to a field of a variable: `a.b`, `a['b']`, `a.?b`, `has(a.b)`. */
  names(variable: string, field: string): boolean;
  /** Least and most cost of an evaluation, from the sizes that a schema allows. */
  estimate(sizes: SizeSource): Range;
  /** Makes ready what the first evaluation would else make. */
  prepare(): void;
  /**
   * Evaluates with values in the order of the variables of the environment; `undefined` for a variable without a value.
   * Returns the result or a `Fault`. @throws CostExceeded.
   */
  evaluate(values: readonly unknown[], meter: Meter): unknown;
}

/** Compiles expressions with given variables. */
export class ExpressionLanguage {
  private readonly language: Language;
  private readonly patches: boolean;
  private readonly types: ReadonlyMap<string, CelType>;
  private readonly slots: ReadonlyMap<string, number>;

  constructor({ variables, minor = Infinity, patches = false }: EnvironmentOptions) {
    this.language = languageOf(minor, patches);
    this.patches = patches;
    this.types = new Map(Object.entries(variables));
    this.slots = new Map(Object.keys(variables).map((name, index) => [name, index]));
  }

  /** @param patterns shared by expressions that are compiled together. */
  compile(source: string, patterns = new PatternBudget()): CompiledExpression | CompileFailure {
    return atOnce(this.compileInSteps(source, patterns));
  }

  /** The same; yields between its phases, for long expressions: each takes up to 50 ms for the longest one. */
  *compileInSteps(
    source: string,
    patterns = new PatternBudget(),
  ): Generator<undefined, CompiledExpression | CompileFailure> {
    const parsed = yield* parseExpression(source, this.language);
    if ('issues' in parsed) return failure(source, parsed.issues);
    const { root } = parsed;
    yield;
    const issues = checkExpression(root, {
      functions: this.language.functions,
      variable: (name) => this.typeOf(name),
      mixedLiterals: this.language.checksLiterals,
    });
    if (issues.length > 0) return failure(source, issues);
    yield;
    const constants = new ConstantPatterns(patterns);
    const literalIssues = this.language.checksLiterals ? checkLiterals(root, constants) : [];
    if (literalIssues.length > 0) return failure(source, literalIssues);
    yield;
    return this.program(root, constants);
  }

  private typeOf(name: string): CelType | undefined {
    const type = this.types.get(name);
    if (type) return type;
    const named = TYPE_NAMES.get(name) ?? (this.patches ? patchType(name) : undefined);
    return named && typeOf(named);
  }

  private program(root: Expression, patterns: ConstantPatterns): CompiledExpression {
    const prepare = (call: Call): Implementation | undefined => {
      const pattern = patterns.of(call);
      return pattern && !(pattern instanceof Fault) ? withConstantPattern(call.name, pattern) : undefined;
    };
    const { slots, types } = this;
    let planned: { readonly step: Step; readonly slots: number } | undefined;
    const scope = { slots, typeNames: TYPE_NAMES, prepare };
    const planOnce = () => (planned ??= plan(root, scope));
    return {
      type: root.type ?? DYN,
      variables: variablesOf(root, types),
      problem: instantiationProblem(root, scope, new Meter(EVALUATION_COST_LIMIT), (call) => {
        const pattern = patterns.of(call);
        return pattern instanceof Fault ? pattern.message : undefined;
      }),
      names: (variable, field) => namesField(root, variable, field),
      estimate: (sizes) => estimateCost(root, sizes),
      prepare: () => void planOnce(),
      evaluate: (values, meter) => {
        const { step, slots: count } = planOnce();
        const slots: unknown[] = [];
        for (let slot = 0; slot < count; slot++) slots.push(values[slot]);
        return step({ values: slots, meter });
      },
    };
  }
}

const failure = (source: string, issues: readonly Issue[]): CompileFailure =>
  new CompileFailure(renderIssues(source, issues), issues);

function namesField(root: Expression, variable: string, field: string): boolean {
  let found = false;
  visitTree(root, (node) => {
    const [owner, name] = fieldAccess(node);
    found ||= owner?.kind === 'ident' && owner.name === variable && name === field;
  });
  return found;
}

/** The operand and the constant name of `a.b`, `a['b']`, `a.?b` and `a[?'b']`. */
function fieldAccess(node: Expression): readonly [owner?: Expression, field?: unknown] {
  if (node.kind === 'select') return [node.operand, node.field];
  if (node.kind !== 'call' || !ACCESSES.has(node.name)) return [];
  const [owner, key] = node.args;
  return [owner, key?.kind === 'literal' ? key.value : undefined];
}

const ACCESSES: ReadonlySet<string> = new Set(['_[_]', '_[?_]', '_?._']);

function variablesOf(root: Expression, types: ReadonlyMap<string, CelType>): ReadonlySet<string> {
  const found = new Set<string>();
  visitTree(root, (node) => {
    if (node.kind === 'ident' && types.has(node.name)) found.add(node.name);
    if (node.kind === 'select' && node.qualified !== undefined && types.has(node.qualified)) found.add(node.qualified);
  });
  return found;
}
