import { selectValues } from '@orch/apimachinery';
import type { HasMetadata } from '@orch/client';
import { parseRelaxedPath } from '../json-path/parse-path.js';
import { valueText } from '../json-path/render-template.js';
import { UserError } from '../user-error.js';

/** Whether an object meets the condition. */
export type Condition = (object: HasMetadata) => boolean;

/** Generation that a controller has observed, in a status or a condition. */
interface Observed {
  readonly observedGeneration?: number;
}

interface StatusCondition extends Observed {
  readonly type?: string;
  readonly status?: string;
}

/**
 * Reads `condition=TYPE`, `condition=TYPE=STATUS` (by default True) or `jsonpath={PATH}=VALUE` (without a value: that the field exists).
 * @throws UserError.
 */
export function parseCondition(text: string): Condition {
  const [form = '', wish = ''] = splitAt(text, text.indexOf('='));
  if (wish !== '' && form === 'condition') return hasCondition(...splitAt(wish, wish.indexOf('=')));
  if (wish !== '' && form === 'jsonpath') {
    const brace = wish.lastIndexOf('}');
    return hasValue(...splitAt(wish, wish.indexOf('=', Math.max(brace, 0))));
  }
  throw new UserError(`--for=${text}: use create, delete, condition=TYPE[=STATUS] or jsonpath={PATH}[=VALUE]`);
}

/** A condition of an older generation does not apply to the current object. */
function hasCondition(type: string, status = 'True'): Condition {
  return (object) => {
    const found = conditionsOf(object).find((condition) => isSame(condition.type, type));
    const observed = found?.observedGeneration ?? statusOf(object)?.observedGeneration;
    if (observed !== undefined && observed < (object.metadata.generation ?? 0)) return false;
    return isSame(found?.status, status);
  };
}

function hasValue(path: string, value: string | undefined): Condition {
  const steps = parseRelaxedPath(path);
  return (object) => {
    const values = selectValues(object, steps).map(valueText);
    return value === undefined ? values.length > 0 : values.includes(value);
  };
}

type WithStatus = HasMetadata & { readonly status?: Observed & { readonly conditions?: readonly StatusCondition[] } };
const statusOf = (object: HasMetadata): WithStatus['status'] => (object as WithStatus).status;
const conditionsOf = (object: HasMetadata): readonly StatusCondition[] => statusOf(object)?.conditions ?? [];

const isSame = (a: string | undefined, b: string): boolean => a?.toLowerCase() === b.toLowerCase();

/** Before and after a separator; all before it when there is none. */
function splitAt(text: string, position: number): readonly [before: string, after?: string] {
  return position < 0 ? [text] : [text.slice(0, position), text.slice(position + 1)];
}
