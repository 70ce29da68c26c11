import type { ApiObject } from '@orch/apimachinery';

/** A schema, as JSON. */
export type Json = Readonly<Record<string, unknown>>;

export interface InternalNames {
  readonly plural?: string;
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  readonly kind?: string;
  readonly listKind?: string;
  readonly categories?: readonly string[];
}

export interface InternalColumn {
  readonly name?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly JSONPath?: string;
}

export interface InternalSubresources {
  readonly status?: Json;
  readonly scale?: {
    readonly specReplicasPath?: string;
    readonly statusReplicasPath?: string;
    readonly labelSelectorPath?: string;
  };
}

export interface InternalValidation {
  readonly openAPIV3Schema?: Json;
}

export interface InternalSelectableField {
  readonly jsonPath?: string;
}

export interface InternalVersion {
  readonly name?: string;
  readonly served?: boolean;
  readonly storage?: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: InternalValidation;
  readonly subresources?: InternalSubresources;
  readonly additionalPrinterColumns?: readonly InternalColumn[];
  readonly selectableFields?: readonly InternalSelectableField[];
}

export interface InternalConversion {
  readonly strategy?: string;
  readonly webhookClientConfig?: InternalWebhook;
  readonly conversionReviewVersions?: readonly string[];
}

export interface InternalWebhook {
  readonly url?: string;
  readonly service?: {
    readonly namespace?: string;
    readonly name?: string;
    readonly path?: string;
    readonly port?: number;
  };
  readonly caBundle?: string;
}

export interface InternalSpec {
  readonly group?: string;
  readonly version?: string;
  readonly names?: InternalNames;
  readonly scope?: string;
  readonly validation?: InternalValidation;
  readonly subresources?: InternalSubresources;
  readonly versions?: readonly InternalVersion[];
  readonly additionalPrinterColumns?: readonly InternalColumn[];
  readonly selectableFields?: readonly InternalSelectableField[];
  readonly conversion?: InternalConversion;
  readonly preserveUnknownFields?: boolean;
}

export interface InternalCondition {
  readonly type?: string;
  readonly status?: string;
}

export interface InternalStatus {
  readonly conditions?: readonly InternalCondition[] | null;
  readonly acceptedNames?: InternalNames;
  readonly storedVersions?: readonly string[] | null;
}

/**
 * A definition in the form that rules are written for, and whose fields errors name: that of the older version. What all versions have
 * in common is in the spec, and not in the versions.
 */
export interface InternalDefinition extends ApiObject {
  readonly spec?: InternalSpec;
  readonly status?: InternalStatus;
}
