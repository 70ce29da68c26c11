import type { ApiObject } from '@orch/apimachinery';
import type { StorageConversion } from '../../../definition/kind-declaration.js';
import type { IngressBackend as StoredBackend } from '../../v1/ingress/ingress-backend.js';
import type { Ingress as StoredIngress } from '../../v1/ingress/ingress.types.js';
import type { Ingress, IngressBackend } from './ingress.types.js';

/** Backends have another form, and the default one another name (B-489, B-490, D-251). */
export const ingressConversion: Pick<StorageConversion, 'toStored' | 'fromStored'> = {
  toStored: (object) => {
    const { spec, ...ingress } = object as Ingress;
    if (!spec) return object;
    const { backend, ...rest } = withPaths(spec, toStored);
    return { ...ingress, spec: { ...rest, ...(backend ? { defaultBackend: toStored(backend) } : {}) } } as ApiObject;
  },
  fromStored: (object) => {
    const { spec, ...ingress } = object as StoredIngress;
    if (!spec) return object;
    const { defaultBackend, ...rest } = withPaths(spec, fromStored);
    return {
      ...ingress,
      spec: { ...rest, ...(defaultBackend ? { backend: fromStored(defaultBackend) } : {}) },
    } as ApiObject;
  },
};

interface Rules<Backend> {
  readonly rules?: readonly { readonly http?: { readonly paths?: readonly { readonly backend: Backend }[] | null } }[];
}

/** The spec with every backend of its rules converted. */
function withPaths<Backend, Spec extends Rules<Backend>>(spec: Spec, convert: (backend: Backend) => unknown): Spec {
  if (!spec.rules) return spec;
  const rules = spec.rules.map((rule) =>
    rule.http?.paths
      ? {
          ...rule,
          http: { ...rule.http, paths: rule.http.paths.map((path) => ({ ...path, backend: convert(path.backend) })) },
        }
      : rule,
  );
  return { ...spec, rules };
}

function toStored(backend: IngressBackend | undefined): StoredBackend | undefined {
  if (!backend) return backend;
  const { serviceName, servicePort, ...rest } = backend;
  // Typed clients write a port of zero with a backend that is not a service.
  if (!serviceName && !servicePort)
    return serviceName === undefined ? rest : { ...rest, service: { name: '', port: {} } };
  const port = typeof servicePort === 'string' ? { name: servicePort } : servicePort ? { number: servicePort } : {};
  return {
    ...rest,
    service: { ...(serviceName === undefined ? {} : { name: serviceName }), port } as StoredBackend['service'],
  };
}

function fromStored(backend: StoredBackend | undefined): IngressBackend | undefined {
  if (!backend?.service) return backend;
  const { service, ...rest } = backend;
  const servicePort = service.port?.name || service.port?.number;
  return {
    ...rest,
    ...(service.name === undefined ? {} : { serviceName: service.name }),
    ...(servicePort === undefined ? {} : { servicePort }),
  };
}
