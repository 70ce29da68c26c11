import { TypedLocalObjectReference } from '../../../core/v1/references.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { IngressStatus } from '../../v1/ingress/ingress-status.js';
import { IngressTLS } from '../../v1/ingress/ingress.types.js';
import { betaStructs } from '../beta-structs.js';

@Struct('networking.v1beta1.IngressBackend')
export class IngressBackend {
  @Field(1, 'string') serviceName?: string;
  @Field(2, 'intOrString') servicePort?: number | string;
  @Field(3, () => TypedLocalObjectReference, { pointer: true }) resource?: TypedLocalObjectReference;
}

@Struct('networking.v1beta1.HTTPIngressPath')
export class HTTPIngressPath {
  @Field(1, 'string') path?: string;
  @Field(3, 'string', { goType: 'v1beta1.PathType', pointer: true, default: 'ImplementationSpecific' })
  pathType?: string;
  @Field(2, () => IngressBackend, { required: true }) backend: IngressBackend;
}

@Struct('networking.v1beta1.HTTPIngressRuleValue')
export class HTTPIngressRuleValue {
  @Field(1, listOf(() => HTTPIngressPath), { required: true, listType: 'atomic' }) paths: HTTPIngressPath[];
}

@Struct('networking.v1beta1.IngressRuleValue')
export class IngressRuleValue {
  @Field(1, () => HTTPIngressRuleValue, { pointer: true }) http?: HTTPIngressRuleValue;
}

@Struct('networking.v1beta1.IngressRule', { inline: [{ number: 2, type: () => IngressRuleValue }] })
export class IngressRule extends IngressRuleValue {
  @Field(1, 'string') host?: string;
}

@Struct('networking.v1beta1.IngressSpec')
export class IngressSpec {
  @Field(4, 'string', { pointer: true }) ingressClassName?: string;
  @Field(1, () => IngressBackend, { pointer: true }) backend?: IngressBackend;
  @Field(2, listOf(() => betaStructs(IngressTLS)), { listType: 'atomic' }) tls?: IngressTLS[];
  @Field(3, listOf(() => IngressRule), { listType: 'atomic' }) rules?: IngressRule[];
}

@Struct('networking.v1beta1.Ingress', { typeMeta: true })
export class Ingress extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => IngressSpec) spec?: IngressSpec;
  @Field(3, () => betaStructs(IngressStatus)) status?: IngressStatus;
}
