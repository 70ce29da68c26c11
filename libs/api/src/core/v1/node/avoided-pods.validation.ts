import { ApiError, decodeJson, fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';

const AT = FieldPath.of('metadata', 'annotations');

interface AvoidedPods {
  readonly podSignature?: { readonly podController?: { readonly controller?: boolean } };
}

/** The annotation about pods that a scheduler should keep away from the node: JSON, each entry names a controller. */
export function validateAvoidedPods(
  annotations: Readonly<Record<string, string>> | undefined,
  { annotations: { preferAvoidPods: key } }: Vocabulary,
): FieldError[] {
  const text = annotations?.[key];
  if (!text) return [];
  const entries = entriesOf(text);
  if (typeof entries === 'string') return [fieldError.invalid(AT.child('AvoidPods'), key, entries)];
  return entries.flatMap(({ podSignature }, index) => {
    const at = AT.child(key).index(index).child('PodSignature');
    const controller = podSignature?.podController;
    if (!controller) return [fieldError.required(at)];
    return controller.controller === true
      ? []
      : [fieldError.invalid(at.child('PodController').child('Controller'), false, 'must point to a controller')];
  });
}

/** @returns the error for what is not JSON of that form. */
function entriesOf(text: string): readonly AvoidedPods[] | string {
  try {
    const { value } = decodeJson(Buffer.from(text));
    const { preferAvoidPods = [] } = (value ?? {}) as { readonly preferAvoidPods?: unknown };
    return Array.isArray(preferAvoidPods) &&
      preferAvoidPods.every((entry) => typeof entry === 'object' && entry !== null)
      ? (preferAvoidPods as readonly AvoidedPods[])
      : 'json: cannot unmarshal into Go struct field AvoidPods.preferAvoidPods of type []v1.PreferAvoidPodsEntry';
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}
