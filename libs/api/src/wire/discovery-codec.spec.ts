import { decodeEnvelope } from './envelope.js';
import { discoveryCodec } from './discovery-codec.js';

describe('discovery on the wire', () => {
  const codec = discoveryCodec('APIResourceList', 'v1');
  const list = (resource: object) => ({
    groupVersion: 'v1',
    resources: [{ name: 'a', singularName: '', ...resource }],
  });
  const rawOf = (resource: object) => Buffer.from(decodeEnvelope(codec.encode(list(resource))).raw).toString('hex');
  const resource = { namespaced: true, kind: 'K' };
  /** groupVersion, and a resource up to its verbs and from there on. */
  const message = (verbs: string) => {
    const entry = `0a0161` + '1001' + '1a014b' + verbs + '3200' + '4200' + '4a00' + '5200';
    return `0a027631` + `12${(entry.length / 2).toString(16).padStart(2, '0')}` + entry;
  };

  it('A-106 C-291 verbs stand in a message of their own, written when there is a list', () => {
    expect(rawOf({ ...resource, verbs: ['get', 'list'] })).toBe(message('220b' + '0a03676574' + '0a046c697374'));
    expect(rawOf({ ...resource, verbs: [] })).toBe(message('2200'));
    expect(rawOf(resource)).toBe(message(''));
  });

  it('C-291 they come back as a list, empty or not, and in parts', () => {
    for (const verbs of [['get', 'list'], []]) {
      expect(codec.decode(codec.encode(list({ ...resource, verbs })))).toMatchObject(list({ ...resource, verbs }));
    }
    const raw = message('2205' + '0a03676574' + '2206' + '0a046c697374');
    const inParts = `6b387300` + `12${(raw.length / 2).toString(16).padStart(2, '0')}${raw}`;
    expect(codec.decode(Buffer.from(inParts, 'hex'))).toMatchObject(list({ ...resource, verbs: ['get', 'list'] }));
  });

  it('C-292 an envelope names what is in it as the document does', () => {
    const versions = discoveryCodec('APIVersions', '').encode({ versions: ['v1'] });
    expect(decodeEnvelope(versions)).toMatchObject({ kind: 'APIVersions', apiVersion: '' });
    const all = discoveryCodec('APIGroupDiscoveryList', 'g/v2').encode({ items: [] });
    expect(decodeEnvelope(all)).toMatchObject({ kind: 'APIGroupDiscoveryList', apiVersion: 'g/v2' });
  });
});
