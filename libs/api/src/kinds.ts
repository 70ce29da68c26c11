import { configMapKind } from './core/v1/config-map/config-map.kind.js';
import { namespaceKind } from './core/v1/namespace/namespace.kind.js';
import { secretKind } from './core/v1/secret/secret.kind.js';
import type { KindDeclaration } from './definition/kind-declaration.js';

/** Every built-in kind. A new kind is one line here: routes, discovery, documents, storage and clients follow. */
export const builtinKinds: readonly KindDeclaration[] = [configMapKind, namespaceKind, secretKind];
