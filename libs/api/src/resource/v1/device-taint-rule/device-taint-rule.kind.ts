import { FieldPath, type FieldError } from '@orch/apimachinery';
import { AGE_COLUMN, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { statusAloneSubresource } from '../../../definition/status-subresource.js';
import type { StrategyContext } from '../../../definition/strategy.js';
import { validateDriverName } from '../../../core/v1/volume/driver-sources.validation.js';
import { validateConditions } from '../../../validation/conditions.js';
import { validateClassName, validateDnsLabel, validatePoolName } from '../device-names.validation.js';
import { validateSelectors } from '../device-requests.validation.js';
import { validateDeviceTaint } from '../device-taints.validation.js';
import { DeviceTaintRule } from './device-taint-rule.types.js';

const SPEC = FieldPath.of('spec');
const SELECTOR = SPEC.child('deviceSelector');

function validateRule({ spec }: DeviceTaintRule): FieldError[] {
  const { deviceClassName, driver, pool, device, selectors } = spec.deviceSelector ?? {};
  return [
    ...(deviceClassName === undefined ? [] : validateClassName(SELECTOR.child('deviceClassName'), deviceClassName)),
    ...(driver === undefined ? [] : validateDriverName(SELECTOR.child('driver'), driver)),
    ...(pool === undefined ? [] : validatePoolName(SELECTOR.child('pool'), pool)),
    ...(device === undefined ? [] : validateDnsLabel(SELECTOR.child('device'), device)),
    ...validateSelectors(SELECTOR.child('selectors'), selectors),
    ...validateDeviceTaint(SPEC.child('taint'), spec.taint ?? {}),
  ];
}

/** A taint without a time is added now. */
const withTaintTime = (rule: DeviceTaintRule, { now }: StrategyContext): DeviceTaintRule =>
  rule.spec.taint && rule.spec.taint.timeAdded === undefined
    ? { ...rule, spec: { ...rule.spec, taint: { ...rule.spec.taint, timeAdded: now } } }
    : rule;

export const deviceTaintRuleKind: KindDeclaration = {
  type: DeviceTaintRule,
  group: 'resource',
  version: 'v1',
  kind: 'DeviceTaintRule',
  resource: 'devicetaintrules',
  singular: 'devicetaintrule',
  namespaced: false,
  nameRule: 'dns-subdomain',
  generation: true,
  deleteAnswers: 'object',
  columns: [NAME_COLUMN, AGE_COLUMN],
  strategy: () => ({
    prepareForCreate: withTaintTime,
    prepareForUpdate: (rule: DeviceTaintRule, _old: DeviceTaintRule, context: StrategyContext) =>
      withTaintTime(rule, context),
    validateCreate: validateRule,
    validateUpdate: validateRule,
  }),
  subresources: {
    status: () =>
      statusAloneSubresource<DeviceTaintRule>({
        validateUpdate: ({ status }) => validateConditions(FieldPath.of('status', 'conditions'), status?.conditions),
      }),
  },
};
