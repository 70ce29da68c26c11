import { isPlainObject } from '@orch/apimachinery';
import { listShapeOf, mapShapeOf, requiredShape, structShape, textShape, type Shape } from './shape.js';

/** Metadata of an object: the fields that clients read by their type. */
export const objectMetaShape: Shape = structShape({
  name: textShape,
  generateName: textShape,
  namespace: textShape,
  uid: textShape,
  resourceVersion: textShape,
  creationTimestamp: textShape,
  deletionTimestamp: textShape,
  labels: mapShapeOf(textShape),
  annotations: mapShapeOf(textShape),
  ownerReferences: listShapeOf(
    structShape({ apiVersion: textShape, kind: textShape, name: textShape, uid: textShape }),
  ),
  finalizers: listShapeOf(textShape),
  managedFields: listShapeOf(structShape({})),
});

/** Any object; `kind` and `apiVersion` are absent from items of lists. */
export const objectShape: Shape = structShape({
  kind: textShape,
  apiVersion: textShape,
  metadata: requiredShape(objectMetaShape),
});

/** What a sub-resource answers: an object, or a Status. */
export const subresourceShape: Shape = structShape({
  kind: textShape,
  apiVersion: textShape,
  metadata: objectMetaShape,
});

/** Metadata of a list. */
export const listMetaShape: Shape = structShape({ resourceVersion: textShape, continue: textShape });

/** A list of objects. */
export const listShape: Shape = structShape({
  kind: requiredShape(textShape),
  apiVersion: textShape,
  metadata: requiredShape(listMetaShape),
  items: listShapeOf(objectShape),
});

const statusShape = structShape({ details: structShape({ uid: textShape }) });

const orStatus =
  (shape: Shape): Shape =>
  (value) =>
    isPlainObject(value) && value['kind'] === 'Status' ? statusShape(value) : shape(value);

/** What the delete of an object answers. */
export const deletedShape: Shape = orStatus(objectShape);
