import { flagShape, listShapeOf, requiredShape, structShape, textShape, type Shape } from '../answers/shape.js';
import { isAggregatedDocument } from './aggregated-document.js';

const groupVersion = structShape({ groupVersion: textShape, version: requiredShape(textShape) });

const responseKind = structShape({ kind: textShape });

const aggregatedShape = structShape({
  items: listShapeOf(
    structShape({
      metadata: structShape({ name: textShape }),
      versions: listShapeOf(
        structShape({
          version: requiredShape(textShape),
          resources: listShapeOf(
            structShape({
              resource: requiredShape(textShape),
              responseKind,
              scope: textShape,
              singularResource: textShape,
              verbs: listShapeOf(textShape),
              shortNames: listShapeOf(textShape),
              categories: listShapeOf(textShape),
              subresources: listShapeOf(
                structShape({ subresource: requiredShape(textShape), responseKind, verbs: listShapeOf(textShape) }),
              ),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** `/api` without aggregated discovery. */
export const coreVersionsShape: Shape = structShape({ versions: listShapeOf(textShape) });

/** `/apis` without aggregated discovery. */
export const groupsShape: Shape = structShape({
  groups: listShapeOf(
    structShape({
      name: requiredShape(textShape),
      versions: listShapeOf(groupVersion),
      preferredVersion: groupVersion,
    }),
  ),
});

/** The resources of one group version. */
export const resourcesShape: Shape = structShape({
  resources: listShapeOf(
    structShape({
      name: requiredShape(textShape),
      singularName: textShape,
      namespaced: flagShape,
      kind: requiredShape(textShape),
      verbs: listShapeOf(textShape),
      shortNames: listShapeOf(textShape),
      categories: listShapeOf(textShape),
    }),
  ),
});

/** `/api` or `/apis` in either form. */
export const orAggregated =
  (plain: Shape): Shape =>
  (value) =>
    typeof value === 'object' && value !== null && isAggregatedDocument(value) ? aggregatedShape(value) : plain(value);
