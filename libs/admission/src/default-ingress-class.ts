import type { Ingress } from '@orch/api';
import { defaultClass, type ApiObject } from '@orch/apimachinery';
import { atOnceOrInTurns, flowOf } from '@orch/http';
import type { AdmissionAttributes, ExtractReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from './admission-plugin.js';
import { defaultMark } from './default-mark.js';

/** Sets the default class on a new Ingress that requests none, neither by field nor by the annotation of older releases (D-183). */
export function defaultIngressClass(reader: ExtractReader, { annotations, groups }: Vocabulary): AdmissionPlugin {
  const classes = { group: groups.networking, resource: 'ingressclasses' };
  const mark = defaultMark(annotations.defaultIngressClass);
  const withDefault = function* ({ object }: AdmissionAttributes): Generator<undefined, ApiObject> {
    const { spec } = object as Ingress;
    const marked = yield* reader.extractsInSteps(classes, mark);
    const ingressClassName = defaultClass(marked, annotations.defaultIngressClass);
    return ingressClassName === undefined ? object! : { ...object!, spec: { ...spec, ingressClassName } };
  };
  return {
    name: 'DefaultIngressClass',
    handles: ({ operation, subresource, definition: { gvr } }) =>
      operation === 'CREATE' && subresource === '' && gvr.resource === 'ingresses' && gvr.group === groups.networking,
    mutate: (a) => {
      const { metadata, spec } = a.object as Ingress;
      const requested = spec?.ingressClassName ?? metadata.annotations?.[annotations.ingressClass];
      if (requested !== undefined) return a.object!;
      return atOnceOrInTurns(withDefault(a), () => ({ flow: flowOf(a.user) }));
    },
  };
}
