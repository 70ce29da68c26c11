/** Names of groups in the vocabulary of the server, as in `config.json`. */
export interface GroupNames {
  readonly meta: string;
  readonly apidiscovery: string;
  /** Of metrics of nodes and pods. */
  readonly metrics: string;
}

export const JSON_TYPE = 'application/json';

let names: GroupNames = { meta: '', apidiscovery: '', metrics: '' };

/** Sets the names once, before the first request to the API. */
export function setGroupNames(groups: GroupNames): void {
  names = groups;
}

export const groupNames = (): GroupNames => names;

/** A list or a watch as rows. */
export const tableType = (): string => metaType('Table');

/** One object without its content. */
export const metadataType = (): string => metaType('PartialObjectMetadata');

/** Objects without their content. */
export const metadataListType = (): string => metaType('PartialObjectMetadataList');

const metaType = (kind: string): string => `application/json;as=${kind};v=v1;g=${names.meta}`;

export const discoveryType = (): string => `application/json;g=${names.apidiscovery};v=v2;as=APIGroupDiscoveryList`;
