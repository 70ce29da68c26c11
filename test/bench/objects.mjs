/** JSON size of the objects all measurements use. Unit: bytes. */
export const OBJECT_BYTES = 2_048;

/**
 * A ConfigMap body to create, padded to `bytes` of JSON. The name is the server's to make.
 * @param {number} [bytes]
 */
export function configMapBody(bytes = OBJECT_BYTES) {
  const object = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { generateName: 'bench-', labels: { app: 'bench', tier: 'backend' } },
    data: { padding: '' },
  };
  object.data.padding = 'x'.repeat(bytes - JSON.stringify(object).length);
  return JSON.stringify(object);
}
