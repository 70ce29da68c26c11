import type { ResourceDefinition } from '@orch/api';

/** First bytes of every stored object of that kind and version. */
export const objectHead = ({ gvk, apiVersion }: ResourceDefinition): Buffer =>
  Buffer.from(`${JSON.stringify({ kind: gvk.kind, apiVersion }).slice(0, -1)},`);

/** Whether the bytes of an object begin with that head. */
export const startsWith = (bytes: Buffer, head: Buffer): boolean =>
  bytes.length > head.length && bytes.compare(head, 0, head.length, 0, head.length) === 0;
