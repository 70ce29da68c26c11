import { TypedLocalObjectReference } from '../../../core/v1/references.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { IngressStatus } from '../../v1/ingress/ingress-status.js';
import {
  IngressTLS,
  HTTPIngressPath as DescribedHTTPIngressPath,
  HTTPIngressRuleValue as DescribedHTTPIngressRuleValue,
  IngressRuleValue as DescribedIngressRuleValue,
  IngressRule as DescribedIngressRule,
  IngressSpec as DescribedIngressSpec,
  Ingress as DescribedIngress,
} from '../../v1/ingress/ingress.types.js';
import { betaStructs } from '../beta-structs.js';

@Struct('networking.v1beta1.IngressBackend', { description: 'What answers requests: a service or another resource.' })
export class IngressBackend {
  @Field(1, 'string', { description: 'Name of the service in the namespace of the Ingress.' }) serviceName?: string;
  @Field(2, 'intOrString', { description: 'Port of the service, by number or name.' }) servicePort?: number | string;
  @Field(3, () => TypedLocalObjectReference, {
    pointer: true,
    description: 'An object in the namespace of the Ingress. Not with a service.',
  })
  resource?: TypedLocalObjectReference;
}

@Struct('networking.v1beta1.HTTPIngressPath', { describedAs: () => DescribedHTTPIngressPath })
export class HTTPIngressPath {
  @Field(1, 'string') path?: string;
  @Field(3, 'string', {
    goType: 'v1beta1.PathType',
    pointer: true,
    default: 'ImplementationSpecific',
    description: 'Exact, Prefix or ImplementationSpecific (decided by the class). Default: ImplementationSpecific.',
  })
  pathType?: string;
  @Field(2, () => IngressBackend, { required: true }) backend: IngressBackend;
}

@Struct('networking.v1beta1.HTTPIngressRuleValue', { describedAs: () => DescribedHTTPIngressRuleValue })
export class HTTPIngressRuleValue {
  @Field(1, listOf(() => HTTPIngressPath), { required: true, listType: 'atomic' }) paths: HTTPIngressPath[] | null;
}

@Struct('networking.v1beta1.IngressRuleValue', { describedAs: () => DescribedIngressRuleValue })
export class IngressRuleValue {
  @Field(1, () => HTTPIngressRuleValue, { pointer: true }) http?: HTTPIngressRuleValue;
}

@Struct('networking.v1beta1.IngressRule', {
  inline: [{ number: 2, type: () => IngressRuleValue }],
  describedAs: () => DescribedIngressRule,
})
export class IngressRule extends IngressRuleValue {
  @Field(1, 'string') host?: string;
}

@Struct('networking.v1beta1.IngressSpec', { describedAs: () => DescribedIngressSpec })
export class IngressSpec {
  @Field(4, 'string', { pointer: true, description: 'Name of the IngressClass. Absent: the default class.' })
  ingressClassName?: string;
  @Field(1, () => IngressBackend, { pointer: true, description: 'What answers requests that match no rule.' })
  backend?: IngressBackend;
  @Field(2, listOf(() => betaStructs(IngressTLS)), { listType: 'atomic' }) tls?: IngressTLS[];
  @Field(3, listOf(() => IngressRule), { listType: 'atomic' }) rules?: IngressRule[];
}

@Struct('networking.v1beta1.Ingress', { typeMeta: true, describedAs: () => DescribedIngress })
export class Ingress extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => IngressSpec) spec?: IngressSpec;
  @Field(3, () => betaStructs(IngressStatus)) status?: IngressStatus;
}
