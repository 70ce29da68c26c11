import { requireNameOnUrl } from './object-metadata.js';

describe('the name in the body of a PUT', () => {
  it.each([[null], [{}], [{ metadata: {} }], [{ metadata: null }], [{ metadata: { name: '' } }]])(
    'C-254 %j names no object',
    (body) =>
      expect(() => requireNameOnUrl(body, 'x')).toThrow(
        'the name of the object (x based on URL) was undeterminable: name must be provided',
      ),
  );
  it('C-254 another name is refused', () =>
    expect(() => requireNameOnUrl({ metadata: { name: 'y' } }, 'x')).toThrow('does not match the name on the URL'));
  it.each([['text'], [[]], [{ metadata: 1 }]])('%j is left to decoding', (body) =>
    expect(() => requireNameOnUrl(body, 'x')).not.toThrow(),
  );
});
