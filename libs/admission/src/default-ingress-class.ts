import type { Ingress } from '@orch/api';
import { defaultClass } from '@orch/apimachinery';
import type { ObjectReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from './admission-plugin.js';

/** Sets the default class on a new Ingress that requests none, neither by field nor by the annotation of older releases (D-183). */
export function defaultIngressClass(reader: ObjectReader, { annotations, groups }: Vocabulary): AdmissionPlugin {
  const classes = { group: groups.networking, resource: 'ingressclasses' };
  return {
    name: 'DefaultIngressClass',
    handles: ({ operation, subresource, definition: { gvr } }) =>
      operation === 'CREATE' && subresource === '' && gvr.resource === 'ingresses' && gvr.group === groups.networking,
    mutate: (a) => {
      const { metadata, spec } = a.object as Ingress;
      const requested = spec?.ingressClassName ?? metadata.annotations?.[annotations.ingressClass];
      if (requested !== undefined) return a.object!;
      const ingressClassName = defaultClass(reader.readAll(classes), annotations.defaultIngressClass);
      return ingressClassName === undefined ? a.object! : { ...a.object!, spec: { ...spec, ingressClassName } };
    },
  };
}
