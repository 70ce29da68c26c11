/** Indented JSON. */
export const indented = (bytes: Buffer): Buffer =>
  Buffer.from(`${JSON.stringify(JSON.parse(bytes.toString('utf8')), null, 2)}\n`);
