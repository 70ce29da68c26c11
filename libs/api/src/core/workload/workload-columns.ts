import {
  FieldPath,
  LabelSelector as Selector,
  labelSelectorFromObject,
  validateLabelSelector,
  type ApiObject,
} from '@orch/apimachinery';
import type { PodTemplateSpec } from '../v1/pod/pod-template-spec.js';
import { column, WIDE } from '../../definition/columns.js';
import type { PrinterColumn } from '../../definition/printer-column.js';
import type { LabelSelector } from '../../meta/v1/label-selector.js';

/** Containers and images of the pod template; wide. */
export const containerColumns = <T extends ApiObject>(
  templateOf: (object: T) => PodTemplateSpec | undefined,
  priority = WIDE,
): readonly PrinterColumn[] => {
  const containers = (object: T) => templateOf(object)?.spec?.containers ?? [];
  const wide = priority === 0 ? {} : { priority };
  return [
    column<T>(
      { name: 'Containers', type: 'string', ...wide, description: 'Names of each container in the template.' },
      (object) =>
        containers(object)
          .map(({ name }) => name)
          .join(','),
    ),
    column<T>(
      { name: 'Images', type: 'string', ...wide, description: 'Images referenced by each container in the template.' },
      (object) =>
        containers(object)
          .map(({ image = '' }) => image)
          .join(','),
    ),
  ];
};

/** The selector as text; wide. */
export const selectorColumn = <T extends ApiObject>(
  selectorOf: (object: T) => LabelSelector | undefined,
): PrinterColumn =>
  column<T>(
    { name: 'Selector', type: 'string', priority: WIDE, description: 'Label selector of the counted pods.' },
    (object) => {
      const selector = selectorOf(object);
      return selector ? selectorText(selector) : '<none>';
    },
  );

/** A number, 0 if absent. Some kinds declare the type `string`, and their cells are numbers too. */
export const countColumn = <T extends ApiObject>(
  name: string,
  description: string,
  value: (object: T) => number | undefined,
  type: 'integer' | 'string' = 'integer',
): PrinterColumn => column<T>({ name, type, description }, (object) => value(object) ?? 0);

/**
 * `app=web,tier in (a,b)`, by key, labels before expressions; empty without selector, `<error>` for an invalid one (not
 * validated in a CronJob's template).
 */
export function selectorText(selector: LabelSelector | undefined): string {
  if (!selector) return '';
  if (validateLabelSelector(selector, FieldPath.root).length > 0) return '<error>';
  return labelSelectorFromObject(selector)
    .requirements.toSorted((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1))
    .map((requirement) => new Selector([requirement]).toString())
    .join(',');
}

/** `app=web,tier=front`, or `<none>`. */
export function labelsText(labels: Readonly<Record<string, string>> | undefined): string {
  const entries = Object.entries(labels ?? {});
  if (entries.length === 0) return '<none>';
  return entries
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join(',');
}
