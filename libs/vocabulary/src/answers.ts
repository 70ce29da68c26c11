/**
 * Responses in which the specification and the reference server differ: `orch` follows the specification, `kubernetes`
 * as the reference server does (decision 053, docs/compatibility.md). Nothing else in the behaviour of a server depends on its vocabulary.
 */
export interface Answers {
  /** Body of a DELETE that leaves a Namespace terminating. */
  readonly deletedNamespace: 'Status' | 'object';
  /** Body of a DELETE of a collection: a Status, or the list of the objects that were selected for deletion. */
  readonly deletedCollection: 'Status' | 'list';
  /** Status code of a create whose object has a resourceVersion (C-141). */
  readonly resourceVersionOnCreate: 400 | 500;
  /** Whether requests for certificates of nodes must have the usage `key encipherment`. With ECDSA keys it means nothing, and newer kubelets leave it out. */
  readonly keyEnciphermentOfNodes: 'required' | 'optional';
}

export const specifiedAnswers: Answers = {
  deletedNamespace: 'Status',
  deletedCollection: 'Status',
  resourceVersionOnCreate: 400,
  keyEnciphermentOfNodes: 'required',
};

export const referenceAnswers: Answers = {
  deletedNamespace: 'object',
  deletedCollection: 'list',
  resourceVersionOnCreate: 500,
  keyEnciphermentOfNodes: 'optional',
};
