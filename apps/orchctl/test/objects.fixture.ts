/** A ConfigMap in namespace `dev`. @param metadata further metadata, or another namespace. */
export const configMap = (name: string, metadata: object = {}, data: object = { k: 'v' }) => ({
  kind: 'ConfigMap',
  metadata: { name, namespace: 'dev', ...metadata },
  data,
});

/** Manifest of a ConfigMap without a namespace. @param data in flow style, `a: "1", b: "2"`. */
export const configMapYaml = (name: string, data = ''): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {${data}}\n`;
