import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { IngressBackend } from './ingress-backend.js';
import { IngressStatus } from './ingress-status.js';

@Struct('networking.v1.IngressTLS', { description: 'A certificate for hosts of an Ingress.' })
export class IngressTLS {
  @Field(1, listOf('string'), {
    listType: 'atomic',
    description: 'Hosts in the certificate. Default: all hosts of the Ingress.',
  })
  hosts?: string[];
  @Field(2, 'string', {
    description:
      'Secret with certificate and key. Absent: traffic is routed by the host name of the TLS handshake alone.',
  })
  secretName?: string;
}

@Struct('networking.v1.HTTPIngressPath', { description: 'A path and what answers its requests.' })
export class HTTPIngressPath {
  @Field(1, 'string', { description: 'Path, begins with `/`. Required for the types Exact and Prefix.' }) path?: string;
  @Field(3, enumOf('Exact', 'Prefix', 'ImplementationSpecific'), {
    goType: 'v1.PathType',
    required: true,
    pointer: true,
    description: 'Exact, Prefix or ImplementationSpecific.',
  })
  pathType: string | null;
  @Field(2, () => IngressBackend, { required: true, description: 'What answers requests of the path.' })
  backend: IngressBackend;
}

@Struct('networking.v1.HTTPIngressRuleValue', { description: 'Paths of a host.' })
export class HTTPIngressRuleValue {
  @Field(1, listOf(() => HTTPIngressPath), {
    required: true,
    listType: 'atomic',
    description: 'The paths and their backends.',
  })
  paths: HTTPIngressPath[] | null;
}

@Struct('networking.v1.IngressRuleValue', { description: 'Rules of a host.' })
export class IngressRuleValue {
  @Field(1, () => HTTPIngressRuleValue, { pointer: true, description: 'Rules for HTTP.' }) http?: HTTPIngressRuleValue;
}

@Struct('networking.v1.IngressRule', {
  inline: [{ number: 2, type: () => IngressRuleValue }],
  description: 'A host and its paths.',
})
export class IngressRule extends IngressRuleValue {
  @Field(1, 'string', { description: 'Host name without port; its first label may be `*`. Default: all hosts.' })
  host?: string;
}

@Struct('networking.v1.IngressSpec', { description: 'Desired state of an Ingress.' })
export class IngressSpec {
  @Field(4, 'string', { pointer: true, description: 'Class of the ingress.' }) ingressClassName?: string;
  @Field(1, () => IngressBackend, { pointer: true, description: 'Backend for requests that no rule matches.' })
  defaultBackend?: IngressBackend;
  @Field(2, listOf(() => IngressTLS), { listType: 'atomic', description: 'Certificates by host.' }) tls?: IngressTLS[];
  @Field(3, listOf(() => IngressRule), {
    listType: 'atomic',
    description: 'Hosts and their paths. Default: all traffic goes to the default backend.',
  })
  rules?: IngressRule[];
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
