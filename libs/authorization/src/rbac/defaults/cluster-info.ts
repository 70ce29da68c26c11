/** Name of the ConfigMap in the public namespace with which new nodes discover the server. Source: A-277. */
export const CLUSTER_INFO = 'cluster-info';
