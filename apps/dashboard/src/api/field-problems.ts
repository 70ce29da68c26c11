import type { ApiFailure } from './failure';

/** Why the server refuses a field. */
export interface FieldProblem {
  /** `['spec', 'ports', 0, 'name']`; empty: the object itself. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The path in a text such as `spec.ports[0].name` or `data[a.b]`. */
export function parseFieldPath(text: string): (string | number)[] {
  const parts = [...text.matchAll(/\[([^[\]]*)\]|([^.[\]]+)/g)];
  return parts.flatMap(([, inBrackets, name]) => {
    if (inBrackets === undefined) return name === undefined ? [] : [name];
    if (inBrackets === '') return [];
    return [/^\d+$/.test(inBrackets) ? Number(inBrackets) : inBrackets];
  });
}

/** `spec.ports[0].name` */
export function fieldPathText(path: FieldProblem['path']): string {
  return path.map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${part}`)).join('');
}

/** What the server refuses, by field: the causes of the failure, or the fields it does not know. Its message alone when it names none. */
export function fieldProblems(failure: ApiFailure): FieldProblem[] {
  const causes = failure.status?.details?.causes ?? [];
  if (causes.length > 0) {
    return causes.map(({ field = '', message = failure.message }) => ({
      path: parseFieldPath(field),
      message: field === '' || message.startsWith(field) ? message : `${field}: ${message}`,
    }));
  }
  const unknown = [...failure.message.matchAll(/(unknown|duplicate) field "([^"]+)"/g)];
  if (unknown.length === 0) return [{ path: [], message: failure.message }];
  return unknown.map(([text, , field]) => ({ path: parseFieldPath(field ?? ''), message: text }));
}
