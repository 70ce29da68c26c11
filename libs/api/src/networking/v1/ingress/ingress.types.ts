import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { IngressBackend } from './ingress-backend.js';
import { IngressStatus } from './ingress-status.js';

@Struct('networking.v1.IngressTLS')
export class IngressTLS {
  @Field(1, listOf('string'), { listType: 'atomic' }) hosts?: string[];
  @Field(2, 'string') secretName?: string;
}

@Struct('networking.v1.HTTPIngressPath')
export class HTTPIngressPath {
  @Field(1, 'string') path?: string;
  @Field(3, 'string', {
    goType: 'v1.PathType',
    required: true,
    pointer: true,
    description: 'Exact, Prefix or ImplementationSpecific.',
  })
  pathType: string;
  @Field(2, () => IngressBackend, { required: true }) backend: IngressBackend;
}

@Struct('networking.v1.HTTPIngressRuleValue')
export class HTTPIngressRuleValue {
  @Field(1, listOf(() => HTTPIngressPath), { required: true, listType: 'atomic' }) paths: HTTPIngressPath[];
}

@Struct('networking.v1.IngressRuleValue')
export class IngressRuleValue {
  @Field(1, () => HTTPIngressRuleValue, { pointer: true }) http?: HTTPIngressRuleValue;
}

@Struct('networking.v1.IngressRule', { inline: [{ number: 2, type: () => IngressRuleValue }] })
export class IngressRule extends IngressRuleValue {
  @Field(1, 'string') host?: string;
}

@Struct('networking.v1.IngressSpec')
export class IngressSpec {
  @Field(4, 'string', { pointer: true, description: 'Class of the ingress.' }) ingressClassName?: string;
  @Field(1, () => IngressBackend, { pointer: true, description: 'Backend for requests that no rule matches.' })
  defaultBackend?: IngressBackend;
  @Field(2, listOf(() => IngressTLS), { listType: 'atomic' }) tls?: IngressTLS[];
  @Field(3, listOf(() => IngressRule), { listType: 'atomic' }) rules?: IngressRule[];
}

@Struct('networking.v1.Ingress', {
  typeMeta: true,
  description: 'Routes external requests to services, by host and path.',
})
export class Ingress extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => IngressSpec) spec?: IngressSpec;
  @Field(3, () => IngressStatus) status?: IngressStatus;
}
