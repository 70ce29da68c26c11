import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { Strategy } from '../../../definition/strategy.js';
import type { ObjectReference } from '../references.js';
import type { Binding } from './binding.types.js';

const TARGET = FieldPath.of('target');

export const bindingStrategy = (): Strategy<Binding> => ({ validateCreate: validateBinding });

/** The target is a node, and has a name (A-296, C-172). */
export function validateBinding(binding: Binding): FieldError[] {
  const { kind = '', name = '' } = (binding.target as ObjectReference | undefined) ?? {};
  return [
    ...(kind === '' || kind === 'Node'
      ? []
      : [fieldError.notSupported(TARGET.child('kind'), kind, ['Node', '<empty>'])]),
    ...(name === '' ? [fieldError.required(TARGET.child('name'))] : []),
  ];
}
