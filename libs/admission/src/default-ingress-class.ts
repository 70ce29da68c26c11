import type { Ingress } from '@orch/api';
import type { ExtractReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from './admission-plugin.js';
import { setDefaultClass } from './set-default-class.js';

/** Sets the default class on a new Ingress that requests none, neither by field nor by the annotation of older releases (D-183). */
export function defaultIngressClass(reader: ExtractReader, { annotations, groups }: Vocabulary): AdmissionPlugin {
  const classes = { group: groups.networking, resource: 'ingressclasses' };
  const withDefault = setDefaultClass(reader, classes, annotations.defaultIngressClass, 'ingressClassName');
  return {
    name: 'DefaultIngressClass',
    handles: ({ operation, subresource, definition: { gvr } }) =>
      operation === 'CREATE' && subresource === '' && gvr.resource === 'ingresses' && gvr.group === groups.networking,
    mutate: (a) => {
      const { metadata, spec } = a.object as Ingress;
      const requested = spec?.ingressClassName ?? metadata.annotations?.[annotations.ingressClass];
      return requested === undefined ? withDefault(a) : a.object!;
    },
  };
}
