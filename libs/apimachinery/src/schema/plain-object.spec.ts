import { setOwn, type PlainObject } from './plain-object.js';

describe('setOwn', () => {
  it('sets a plain member named __proto__', () => {
    const object: PlainObject = {};
    setOwn(object, '__proto__', 1);
    setOwn(object, 'plain', 1);
    expect(Object.getOwnPropertyDescriptor(object, '__proto__')).toEqual(
      Object.getOwnPropertyDescriptor(object, 'plain'),
    );
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
  });
});
