import type { ApiObject } from '@orch/apimachinery';
import type { DefinitionCondition } from '@orch/api';

/** Names of a custom kind, as in `spec.names` and `status.acceptedNames`. */
export interface KindNames {
  readonly plural: string;
  readonly singular?: string;
  readonly kind: string;
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

/** The parts of a CustomResourceDefinition that its status depends on. */
export interface DefinitionParts extends ApiObject {
  readonly spec: {
    readonly group: string;
    readonly names: KindNames;
    readonly preserveUnknownFields?: boolean;
    readonly conversion?: { readonly webhook?: { readonly clientConfig?: { readonly caBundle?: string } } };
    readonly versions: readonly {
      readonly name: string;
      readonly schema?: { readonly openAPIV3Schema?: Readonly<Record<string, unknown>> };
    }[];
  };
  readonly status?: {
    readonly acceptedNames?: Partial<KindNames>;
    readonly conditions?: readonly DefinitionCondition[] | null;
    readonly storedVersions?: readonly string[];
  };
}
