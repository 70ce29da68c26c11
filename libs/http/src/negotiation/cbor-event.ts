import { CborWriter } from '@orch/apimachinery';

/** An event of a watch in CBOR, which is a document whose object is a document, too. */
export function cborEvent(type: string, object: unknown): Buffer {
  const writer = new CborWriter();
  writer.selfDescribed();
  writer.mapHead(2);
  writer.text('type');
  writer.text(type);
  writer.text('object');
  writer.selfDescribed();
  writer.value(object);
  return writer.take();
}
