import type { KindDeclaration } from '../definition/kind-declaration.js';
import { customResourceDefinitionKind } from './v1/custom-resource-definition/custom-resource-definition.kind.js';
import { customResourceDefinitionV1Beta1Kind } from './v1beta1/custom-resource-definition.kind.js';

/** Definitions of custom resources. */
export const apiextensionsKinds: readonly KindDeclaration[] = [
  customResourceDefinitionKind,
  customResourceDefinitionV1Beta1Kind,
];
