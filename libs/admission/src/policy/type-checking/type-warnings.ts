import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ResourceDefinition } from '@orch/api';
import { TypedChecker } from '@orch/expressions';
import type { Registry } from '@orch/registry';
import type { ValidatingPolicySpec } from '../validating/validating-policy.js';
import { checkedKinds, kindText } from './checked-kinds.js';
import { objectType } from './object-type.js';

/** An item of `status.typeChecking.expressionWarnings`. */
export interface ExpressionWarning {
  /** `spec.validations[0].expression`. */
  readonly fieldRef: string;
  /** Problems by kind, for people. */
  readonly warning: string;
}

interface CheckedKind {
  readonly name: string;
  readonly checker: TypedChecker;
}

/**
 * Checks the validations of a policy with the types of the kinds that its rules name. A warning does not change what the policy does: it may be
 * right about other kinds. One expression at most is checked in a turn of the event loop.
 */
export async function typeWarnings(
  spec: ValidatingPolicySpec,
  registry: Pick<Registry, 'resources'>,
): Promise<readonly ExpressionWarning[]> {
  const params = paramType(spec, registry);
  const kinds: CheckedKind[] = [];
  for (const definition of await inOwnTurns(checkedKinds(spec, definitionsOf(registry)))) {
    const object = typeOf(definition);
    if (!object) continue;
    const checker = new TypedChecker({ object, params });
    for (const { name, expression } of spec.variables ?? []) {
      await inOwnTurns(checker.declare(name, expression));
      await nextTurn();
    }
    kinds.push({ name: kindText(definition), checker });
  }
  if (kinds.length === 0) return [];
  const warnings: ExpressionWarning[] = [];
  for (const [index, { expression, messageExpression }] of (spec.validations ?? []).entries()) {
    const at = `spec.validations[${index}]`;
    warnings.push(...(await warningsOf(`${at}.expression`, expression, kinds)));
    if (messageExpression) warnings.push(...(await warningsOf(`${at}.messageExpression`, messageExpression, kinds)));
  }
  return warnings;
}

/** One step in a turn: no caller waits for the result. */
async function inOwnTurns<T>(work: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}

function* definitionsOf({ resources }: Pick<Registry, 'resources'>): Generator<ResourceDefinition> {
  for (const { definition } of resources) yield definition;
}

async function warningsOf(
  fieldRef: string,
  expression: string,
  kinds: readonly CheckedKind[],
): Promise<readonly ExpressionWarning[]> {
  const problems: string[] = [];
  for (const { name, checker } of kinds) {
    const problem = await inOwnTurns(checker.problem(expression));
    if (problem !== undefined) problems.push(`${name}: ${problem}\n`);
    await nextTurn();
  }
  return problems.length === 0 ? [] : [{ fieldRef, warning: problems.join('\n') }];
}

function paramType(
  { paramKind }: ValidatingPolicySpec,
  { resources }: Pick<Registry, 'resources'>,
): ReturnType<typeof objectType> {
  if (!paramKind) return undefined;
  for (const { definition } of resources) {
    if (definition.gvk.kind === paramKind.kind && definition.apiVersion === paramKind.apiVersion)
      return typeOf(definition);
  }
  return undefined;
}

const typeOf = ({ schema, gvk }: ResourceDefinition): ReturnType<typeof objectType> =>
  objectType(schema.root, gvk.kind);
