import { PatternBudget } from './functions/constant-patterns.js';
import { CompileFailure, ExpressionLanguage } from './environment.js';
import {
  BOOL,
  DYN,
  listOf,
  mapOf,
  STRING,
  struct,
  TIMESTAMP,
  INT,
  runtimeText,
  type CelType,
} from './types/cel-type.js';

const STRINGS = listOf(STRING);
const STRING_MAP = mapOf(STRING, STRING);

/** A type with the given fields. */
const record = (name: string, fields: Readonly<Record<string, CelType>>): CelType =>
  struct(name, (field) => (Object.hasOwn(fields, field) ? fields[field] : undefined));

const KIND = record('kubernetes.GroupVersionKind', { group: STRING, version: STRING, kind: STRING });
const RESOURCE = record('kubernetes.GroupVersionResource', { group: STRING, version: STRING, resource: STRING });

const REQUEST = record('kubernetes.AdmissionRequest', {
  kind: KIND,
  resource: RESOURCE,
  subResource: STRING,
  requestKind: KIND,
  requestResource: RESOURCE,
  requestSubResource: STRING,
  name: STRING,
  namespace: STRING,
  operation: STRING,
  userInfo: record('kubernetes.UserInfo', {
    username: STRING,
    uid: STRING,
    groups: STRINGS,
    extra: mapOf(STRING, STRINGS),
  }),
  dryRun: BOOL,
  options: DYN,
});

const NAMESPACE = record('kubernetes.Namespace', {
  metadata: record('kubernetes.NamespaceMetadata', {
    name: STRING,
    generateName: STRING,
    namespace: STRING,
    labels: STRING_MAP,
    annotations: STRING_MAP,
    UID: STRING,
    creationTimestamp: TIMESTAMP,
    deletionGracePeriodSeconds: INT,
    deletionTimestamp: TIMESTAMP,
    generation: INT,
    resourceVersion: STRING,
    finalizers: STRINGS,
  }),
  spec: record('kubernetes.NamespaceSpec', { finalizers: STRINGS }),
  status: record('kubernetes.NamespaceStatus', {
    conditions: listOf(
      record('kubernetes.NamespaceCondition', {
        status: STRING,
        type: STRING,
        lastTransitionTime: TIMESTAMP,
        message: STRING,
        reason: STRING,
      }),
    ),
    phase: STRING,
  }),
});

/** Variables of match conditions and policies with their types when they are checked. Some are not in every expression. */
const VARIABLES = {
  object: DYN,
  oldObject: DYN,
  request: REQUEST,
  params: DYN,
  namespaceObject: NAMESPACE,
  variables: DYN,
  authorizer: struct('kubernetes.authorization.Authorizer'),
  'authorizer.requestResource': struct('kubernetes.authorization.ResourceCheck'),
} as const satisfies Readonly<Record<string, CelType>>;

export type AdmissionVariable = keyof typeof VARIABLES;

/** In the order of their values. */
export const ADMISSION_VARIABLES = Object.keys(VARIABLES) as readonly AdmissionVariable[];

/** Types of the variables when they are evaluated: values of fields are what a client sent. */
export const admissionEvaluationTypes: Readonly<Record<string, CelType>> = {
  ...Object.fromEntries(ADMISSION_VARIABLES.map((name) => [name, DYN])),
  authorizer: VARIABLES.authorizer,
  'authorizer.requestResource': VARIABLES['authorizer.requestResource'],
};

/** What an expression of a policy or a webhook may use, and must give. */
export interface AdmissionUse {
  /** Types of the result, exactly; none: any. */
  readonly results: readonly CelType[];
  readonly params: boolean;
  readonly authorizer: boolean;
  /** Types `Object` and `JSONPatch`. */
  readonly patches?: boolean;
  /** Release 1.x whose functions it may use. */
  readonly minor: number;
}

/** Types of the objects of one kind, instead of any. */
export interface ObjectTypes {
  /** Of `object` and `oldObject`. */
  readonly object: CelType;
  /** Undefined: there is no variable `params`. */
  readonly params: CelType | undefined;
}

/** Checks the types in expressions of a policy for the objects of one kind, in steps. Results may be of any type, and all functions may be used. */
export class TypedChecker {
  private readonly composed = new Map<string, CelType>();
  private readonly language: ExpressionLanguage;
  private readonly patterns = new PatternBudget();

  constructor({ object, params }: ObjectTypes) {
    const { request, namespaceObject, authorizer } = VARIABLES;
    const variables = struct('kubernetes.variables', (name) => this.composed.get(name));
    const own = { object, oldObject: object, request, namespaceObject, authorizer, variables };
    this.language = new ExpressionLanguage({ variables: { ...own, ...(params && { params }) } });
  }

  /** Declares a variable, which later expressions may use. Its own problems are not reported. */
  *declare(name: string, text: string): Generator<undefined, void> {
    const compiled = yield* this.language.compileInSteps(text, this.patterns);
    this.composed.set(name, compiled instanceof CompileFailure ? DYN : compiled.type);
  }

  /** Problems of an expression, as cel-go prints them; undefined: none. */
  *problem(text: string): Generator<undefined, string | undefined> {
    const compiled = yield* this.language.compileInSteps(text, this.patterns);
    return compiled instanceof CompileFailure ? compiled.text : undefined;
  }
}

/** Checks the expressions of one policy or webhook, in steps. */
export class AdmissionChecker {
  /** Types of the variables of a policy so far. */
  private readonly composed = new Map<string, CelType>();
  private composes = false;
  private readonly patterns = new PatternBudget();

  /** From now on there is a variable `variables`. */
  compose(): void {
    this.composes = true;
  }

  /** Why an expression is refused, in words of the reference server; undefined when it is not. */
  *problem(text: string, use: AdmissionUse): Generator<undefined, string | undefined> {
    const type = yield* this.typeOf(text, use);
    return typeof type === 'string' ? type : undefined;
  }

  /** Checks the expression of a variable, which later expressions may use. */
  *declare(name: string, text: string, use: AdmissionUse): Generator<undefined, string | undefined> {
    const type = yield* this.typeOf(text, use);
    this.composed.set(name, typeof type === 'string' ? DYN : type);
    return typeof type === 'string' ? type : undefined;
  }

  private *typeOf(
    text: string,
    { results, params, authorizer, patches = false, minor }: AdmissionUse,
  ): Generator<undefined, CelType | string> {
    const has = { params, variables: this.composes, authorizer, 'authorizer.requestResource': authorizer };
    const names = ADMISSION_VARIABLES.filter((name) => !(name in has) || has[name as keyof typeof has]);
    const variables = {
      ...Object.fromEntries(names.map((name) => [name, VARIABLES[name]])),
      ...(this.composes && { variables: struct('kubernetes.variables', (name) => this.composed.get(name)) }),
    };
    const language = new ExpressionLanguage({ variables, minor, patches });
    const compiled = yield* language.compileInSteps(text, this.patterns);
    if (compiled instanceof CompileFailure) return `compilation failed: ${compiled.text}`;
    const found = runtimeText(compiled.type);
    const wanted = results.map(runtimeText);
    if (wanted.length > 0 && !wanted.includes(found))
      return `must evaluate to ${wanted.length === 1 ? wanted[0] : `one of [${wanted.join(' ')}]`} but got ${found}`;
    return compiled.problem === undefined ? compiled.type : `program instantiation failed: ${compiled.problem}`;
  }
}
