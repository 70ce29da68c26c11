import { decodeEnvelope } from './envelope.js';
import { kubernetesCodec } from './kubernetes-definitions.fixture.js';
import { deleteOptionsCodec, statusCodec } from './protobuf-codec.js';

const NOT_FOUND = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: 'configmaps "x" not found',
  reason: 'NotFound',
  details: { name: 'x', kind: 'configmaps', causes: [{ reason: 'r', message: 'm', field: 'f' }], retryAfterSeconds: 1 },
  code: 404,
};

describe('meta kinds on the wire', () => {
  it('C-090 A-101 a Status is an object in an envelope like any other', () => {
    const bytes = statusCodec.encode(NOT_FOUND);
    expect(bytes.subarray(0, 4).toString('hex')).toBe('6b387300');
    expect(decodeEnvelope(bytes)).toMatchObject({ apiVersion: 'v1', kind: 'Status' });
    expect(statusCodec.decode(bytes)).toEqual(NOT_FOUND);
  });

  it('C-039 D-133 an event is four bytes of length, then type and object', () => {
    const codec = kubernetesCodec('ConfigMap');
    const object = { metadata: { name: 'x' }, data: { a: '1' } };
    const frame = codec.encodeEvent('ADDED', object);
    expect(frame.readUInt32BE(0)).toBe(frame.length - 4);
    const enveloped = codec.encode(object);
    const type = Buffer.from('0a05' + Buffer.from('ADDED').toString('hex'), 'hex');
    const raw = Buffer.concat([Buffer.from([0x0a, enveloped.length]), enveloped]);
    expect(frame.subarray(4)).toEqual(Buffer.concat([type, Buffer.from([0x12, raw.length]), raw]));
  });

  it('C-224 DeleteOptions are read under any version, and never written', () => {
    const type = '0a04' + Buffer.from('m/v2').toString('hex') + '120d' + Buffer.from('DeleteOptions').toString('hex');
    const options =
      '0805' +
      '12050a03756964' +
      '1800' +
      '220a' +
      Buffer.from('Background').toString('hex') +
      '2a03' +
      Buffer.from('All').toString('hex');
    const body = `6b387300${prefixed('0a', type)}${prefixed('12', options)}1a002200`;
    expect(deleteOptionsCodec.decode(Buffer.from(body, 'hex'))).toEqual({
      kind: 'DeleteOptions',
      apiVersion: 'm/v2',
      gracePeriodSeconds: 5,
      preconditions: { uid: 'uid' },
      orphanDependents: false,
      propagationPolicy: 'Background',
      dryRun: ['All'],
    });
    expect(() => deleteOptionsCodec.encode({})).toThrow(TypeError);
  });
});

const prefixed = (tag: string, hex: string): string => tag + (hex.length / 2).toString(16).padStart(2, '0') + hex;
