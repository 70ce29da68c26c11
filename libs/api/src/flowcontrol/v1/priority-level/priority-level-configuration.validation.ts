import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import { validateRange } from '../../../validation/values.js';
import { validateConditionTypes } from '../condition-types.js';
import type {
  LimitedPriorityLevelConfiguration,
  LimitResponse,
  PriorityLevelConfiguration,
  QueuingConfiguration,
} from './priority-level-configuration.types.js';

const SPEC = FieldPath.of('spec');
const EXEMPT = 'exempt';
const MAX_QUEUES = 10_000_000;
/** Bits of the hash that assigns requests to queues (shuffle sharding). */
const MAX_ENTROPY_BITS = 60;

export function validatePriorityLevel({ metadata, spec }: PriorityLevelConfiguration): FieldError[] {
  const { type = '', limited, exempt } = spec ?? {};
  const named =
    (metadata.name === EXEMPT) === (type === 'Exempt')
      ? []
      : [fieldError.invalid(SPEC.child('type'), type, `type must be 'Exempt' if and only if name is '${EXEMPT}'`)];
  switch (type) {
    case 'Exempt':
      return [
        ...named,
        ...(limited ? [fieldError.forbidden(SPEC.child('limited'), 'must be nil if the type is not Limited')] : []),
        ...validateShares(SPEC.child('exempt'), exempt ?? {}),
      ];
    case 'Limited':
      return [
        ...named,
        ...(exempt ? [fieldError.forbidden(SPEC.child('exempt'), 'must be nil if the type is Limited')] : []),
        ...(limited
          ? validateLimited(SPEC.child('limited'), limited)
          : [fieldError.required(SPEC.child('limited'), 'must not be empty when type is Limited')]),
      ];
    default:
      return [...named, fieldError.notSupported(SPEC.child('type'), type, ['Exempt', 'Limited'])];
  }
}

export const validatePriorityLevelStatus = ({ status }: PriorityLevelConfiguration): FieldError[] =>
  validateConditionTypes(FieldPath.of('status', 'conditions'), status?.conditions);

interface Shares {
  readonly nominalConcurrencyShares?: number;
  readonly lendablePercent?: number;
}

const validateShares = (path: FieldPath, { nominalConcurrencyShares, lendablePercent }: Shares): FieldError[] => [
  ...(nominalConcurrencyShares !== undefined && nominalConcurrencyShares < 0
    ? [
        fieldError.invalid(
          path.child('nominalConcurrencyShares'),
          nominalConcurrencyShares,
          'must be a non-negative integer',
        ),
      ]
    : []),
  ...validateRange(path.child('lendablePercent'), lendablePercent, 0, 100),
];

function validateLimited(path: FieldPath, limited: LimitedPriorityLevelConfiguration): FieldError[] {
  const { borrowingLimitPercent: limit, limitResponse } = limited;
  return [
    ...validateShares(path, limited),
    ...(limit !== undefined && limit < 0
      ? [fieldError.invalid(path.child('borrowingLimitPercent'), limit, 'if specified, must be a non-negative integer')]
      : []),
    ...validateResponse(path.child('limitResponse'), limitResponse),
  ];
}

function validateResponse(path: FieldPath, response: LimitResponse | undefined): FieldError[] {
  const { type = '', queuing } = response ?? {};
  const at = path.child('queuing');
  switch (type) {
    case 'Reject':
      return queuing ? [fieldError.forbidden(at, 'must be nil if limited.limitResponse.type is not Limited')] : [];
    case 'Queue':
      return queuing
        ? validateQueuing(at, queuing)
        : [fieldError.required(at, 'must not be empty if limited.limitResponse.type is Limited')];
    default:
      return [fieldError.notSupported(path.child('type'), type, ['Queue', 'Reject'])];
  }
}

/** A flow is assigned a hand of queues and a request goes to the shortest; the hand size must not exceed the number of queues. */
function validateQueuing(path: FieldPath, queuing: QueuingConfiguration): FieldError[] {
  const { queues = 0, handSize = 0, queueLengthLimit = 0 } = queuing;
  const errors: FieldError[] = [];
  const refuse = (field: keyof QueuingConfiguration, value: number, detail: string) =>
    errors.push(fieldError.invalid(path.child(field), value, detail));
  if (queueLengthLimit <= 0) refuse('queueLengthLimit', queueLengthLimit, 'must be positive');
  if (queues <= 0) refuse('queues', queues, 'must be positive');
  else if (queues > MAX_QUEUES) refuse('queues', queues, `must not be greater than ${MAX_QUEUES}`);
  if (handSize <= 0) refuse('handSize', handSize, 'must be positive');
  else if (handSize > queues) refuse('handSize', handSize, `should not be greater than queues (${queues})`);
  else if (Math.ceil(Math.log2(queues) * handSize) > MAX_ENTROPY_BITS) {
    refuse(
      'handSize',
      handSize,
      `required entropy bits of deckSize ${queues} and handSize ${handSize} should not be greater than ${MAX_ENTROPY_BITS}`,
    );
  }
  return errors;
}
