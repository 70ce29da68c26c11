import { goBoolean, goNumber, goPointer, goSlice, goString, goStruct } from '@orch/apimachinery';

const goColumn = goStruct('apiextensions.CustomResourceColumnDefinition', {
  name: goString,
  type: goString,
  format: goString,
  description: goString,
  priority: goNumber,
  JSONPath: goString,
});

/** Versions of a definition in messages. Kube-apiserver prints addresses of what is behind pointers. */
export const goVersions = goSlice(
  '[]apiextensions.CustomResourceDefinitionVersion',
  goStruct('apiextensions.CustomResourceDefinitionVersion', {
    name: goString,
    served: goBoolean,
    storage: goBoolean,
    deprecated: goBoolean,
    deprecationWarning: goPointer('string', goString),
    schema: goPointer('apiextensions.CustomResourceValidation', () => '...'),
    subresources: goPointer('apiextensions.CustomResourceSubresources', () => '...'),
    additionalPrinterColumns: goSlice('[]apiextensions.CustomResourceColumnDefinition', goColumn),
    selectableFields: goSlice(
      '[]apiextensions.SelectableField',
      goStruct('apiextensions.SelectableField', { JSONPath: goString }),
    ),
  }),
);
