import { conversionError } from './conversion-error.js';

const typeError = (sent: string, type: string): string =>
  `json: cannot unmarshal ${sent} into Go struct field ObjectMeta.metadata.labels of type ${type}`;

describe('conversionError', () => {
  it.each([
    ['string', 'map[string]string', 'cannot restore map from string'],
    ['array', 'map[string]string', 'cannot restore map from slice'],
    ['bool', 'map[string]string', 'cannot restore map from bool'],
    ['number', 'map[string]string', 'cannot restore map from int64'],
    ['object', '[]v1.OwnerReference', 'cannot restore slice from map'],
    ['string', 'v1.ObjectMeta', 'cannot restore struct from: string'],
    ['number', 'string', 'cannot convert int64 to string'],
    ['string', 'int64', 'unrecognized type: int64'],
    ['string', 'bool', 'unrecognized type: bool'],
  ])('words a %s for %s as kube-apiserver does', (sent, type, words) =>
    expect(conversionError(typeError(sent, type))).toBe(words),
  );

  it.each([typeError('object', 'v1.RestartPolicy'), typeError('number 1.5', 'int64'), 'illegal base64 data'])(
    'leaves %s unchanged',
    (why) => expect(conversionError(why)).toBe(why),
  );
});
