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
  /** An empty `dryRun` in the query of a write: no dry run, or an unsupported value. */
  readonly emptyDryRun: 'absent' | 'refused';
  /** What a write does to the namespace in an object of a cluster-scoped kind (C-026). */
  readonly namespaceOfClusterObject: 'refused' | 'dropped';
  /** What an empty `metadata.managedFields` in a write does to the owners of an object. */
  readonly emptyManagedFields: 'kept' | 'cleared';
  /** Who owns the fields that a write changes which also clears the owners: its writer, or no manager until the next apply. */
  readonly ownersAfterReset: 'writer' | 'none';
  /** Whether the text of an apply conflict names the version of an entry that was written by an apply (C-113). */
  readonly conflictsNameVersionOf: 'all' | 'updates';
  /** Whether requests for certificates of nodes must have the usage `key encipherment`. With ECDSA keys it means nothing, and newer kubelets leave it out. */
  readonly keyEnciphermentOfNodes: 'required' | 'optional';
  /**
   * Whose rules fields have. Those of the specification: a ScaleIO volume has a secret and a known mode, conditions of
   * namespaces and claims have type and status, `fsGroupPolicy` and `podInfoOnMount` of a CSIDriver are
   * immutable, its name has at most 63 characters (C-205), node IDs of a CSINode 192 bytes (C-206), and errors about owners name the entry (C-139).
   */
  readonly rulesOfFields: 'specified' | 'reference';
  /** Fields that upstream removed in a release, such as `resizeStatus` of a claim (A-323, C-179) and `topologyKeys` of a service: known in later ones, or not. */
  readonly removedFields: 'known' | 'unknown';
  /** Whose fields are written although they are zero: also `authenticated` of a TokenReview (D-008), or not. */
  readonly shownZeros: 'specified' | 'reference';
  /** `object` of a Table's row that was asked for without one (C-065). */
  readonly rowWithoutObject: 'absent' | 'null';
  /** Columns of PersistentVolume (C-075) and CSIStorageCapacity (C-078). */
  readonly columnsOfStorage: 'specified' | 'reference';
  /**
   * Message of a 406 or of the 415 of a patch for a media type that the path does not have: the accepted types (C-083, C-256), or
   * what a router says.
   */
  readonly unknownMediaType: 'accepted types' | 'representations';
  /** What a review is that an admission webhook sends as text/html: a failed call (B-268), or read as JSON. */
  readonly htmlReviews: 'refused' | 'read';
}

export const specifiedAnswers: Answers = {
  deletedNamespace: 'Status',
  deletedCollection: 'Status',
  resourceVersionOnCreate: 400,
  emptyDryRun: 'absent',
  namespaceOfClusterObject: 'refused',
  emptyManagedFields: 'kept',
  ownersAfterReset: 'writer',
  conflictsNameVersionOf: 'all',
  keyEnciphermentOfNodes: 'required',
  rulesOfFields: 'specified',
  removedFields: 'known',
  shownZeros: 'specified',
  rowWithoutObject: 'absent',
  columnsOfStorage: 'specified',
  unknownMediaType: 'accepted types',
  htmlReviews: 'refused',
};

export const referenceAnswers: Answers = {
  deletedNamespace: 'object',
  deletedCollection: 'list',
  resourceVersionOnCreate: 500,
  emptyDryRun: 'refused',
  namespaceOfClusterObject: 'dropped',
  emptyManagedFields: 'cleared',
  ownersAfterReset: 'none',
  conflictsNameVersionOf: 'updates',
  keyEnciphermentOfNodes: 'optional',
  rulesOfFields: 'reference',
  removedFields: 'unknown',
  shownZeros: 'reference',
  rowWithoutObject: 'null',
  columnsOfStorage: 'reference',
  unknownMediaType: 'representations',
  htmlReviews: 'read',
};
