import type { CustomResourceDefinition, DefinitionCondition } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';

type Spec = CustomResourceDefinition['spec'];
type Version = NonNullable<Spec['versions']>[number];
type Webhook = NonNullable<NonNullable<Spec['conversion']>['webhook']>;

/** Names of a custom kind, as in `spec.names` and `status.acceptedNames`. */
export type KindNames = Readonly<Spec['names']>;

/** The parts of a CustomResourceDefinition that its status depends on. */
export interface DefinitionParts extends ApiObject {
  readonly spec: Readonly<Pick<Spec, 'group' | 'names' | 'preserveUnknownFields'>> & {
    readonly conversion?: { readonly webhook?: Pick<Webhook, 'clientConfig'> };
    readonly versions: readonly Pick<Version, 'name' | 'schema'>[] | null;
  };
  readonly status?: {
    readonly acceptedNames?: Partial<KindNames>;
    readonly conditions?: readonly DefinitionCondition[] | null;
    readonly storedVersions?: readonly string[];
  };
}
