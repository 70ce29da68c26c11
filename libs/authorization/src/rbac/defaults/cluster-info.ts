/** Name of the ConfigMap in the public namespace that tells newcomers where the server is. Source: A-277. */
export const CLUSTER_INFO = 'cluster-info';
