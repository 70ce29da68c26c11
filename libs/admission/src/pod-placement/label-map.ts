import { fieldError, FieldPath, validateLabelValue, validateQualifiedName } from '@orch/apimachinery';

/** Labels that a node must have. */
export type LabelMap = ReadonlyMap<string, string>;

/** A text that is not a list of labels. */
export class LabelMapError extends Error {
  override readonly name = 'LabelMapError';
}

/**
 * Reads `key=value,other=value`. Of a repeated key the last value counts.
 * @throws LabelMapError with the words of kube-apiserver.
 */
export function readLabelMap(text: string): LabelMap {
  const labels = new Map<string, string>();
  if (text === '') return labels;
  for (const label of text.split(',')) {
    const parts = label.split('=');
    if (parts.length !== 2) throw new LabelMapError(`invalid selector: [${parts.join(' ')}]`);
    const [key, value] = [parts[0]!.trim(), parts[1]!.trim()];
    refuse('<nil>', key, validateQualifiedName(key));
    refuse(`[${key}]`, value, validateLabelValue(value));
    labels.set(key, value);
  }
  return labels;
}

function refuse(field: string, text: string, faults: readonly string[]): void {
  if (faults.length === 0) return;
  throw new LabelMapError(`${field}: ${fieldError.invalid(FieldPath.root, text, faults.join('; ')).detail}`);
}
