import { FieldPath, type ApiObject } from '@orch/apimachinery';
import { rulesOfUpdate } from '../pod/pod-rules.js';
import { column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import type { Strategy } from '../../../definition/strategy.js';
import { sameJson } from '../../../validation/json-equality.js';
import { containerColumns, labelsText } from '../../workload/workload-columns.js';
import { podTemplateDefaults } from '../pod/pod-defaults.js';
import { isChanged } from '../../workload/workload-warnings.js';
import { podTemplateWarnings } from '../pod/pod-warnings.js';
import { validatePodTemplateSpec } from '../pod/pod-template.validation.js';
import { PodTemplate } from './pod-template.types.js';

const TEMPLATE = FieldPath.of('template');

/** The desired state is `template`, so its changes increment the generation. */
const podTemplateStrategy = (): Strategy<PodTemplate> => ({
  prepareForUpdate: (template, old) =>
    sameJson(template.template, old.template)
      ? template
      : {
          ...template,
          metadata: { ...template.metadata, generation: (old.metadata.generation ?? 0) + 1 },
        },
  validateCreate: ({ template }, context) => validatePodTemplateSpec(TEMPLATE, template, context),
  validateUpdate: ({ template }, old, context) =>
    validatePodTemplateSpec(TEMPLATE, template, rulesOfUpdate(context, old.template)),
  warnings: (object, context, old) =>
    isChanged(object, old) ? podTemplateWarnings(TEMPLATE, object.template, context) : [],
});

function podTemplateKindDefaults(object: ApiObject): ApiObject {
  const { template, ...rest } = object as PodTemplate;
  return { ...rest, ...(template ? { template: podTemplateDefaults(template) } : {}) };
}

export const podTemplateKind: KindDeclaration = {
  type: PodTemplate,
  group: 'core',
  version: 'v1',
  kind: 'PodTemplate',
  resource: 'podtemplates',
  singular: 'podtemplate',
  namespaced: true,
  nameRule: 'dns-subdomain',
  generation: true,
  deleteAnswers: 'object',
  columns: [
    NAME_COLUMN,
    ...containerColumns<PodTemplate>(({ template }) => template, 0),
    column<PodTemplate>(
      { name: 'Pod Labels', type: 'string', description: 'The labels for the pod template.' },
      ({ template }) => labelsText(template?.metadata?.labels),
    ),
  ],
  strategy: podTemplateStrategy,
  defaults: podTemplateKindDefaults,
};
