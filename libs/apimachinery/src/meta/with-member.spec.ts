import { withMember } from './with-member.js';

describe('withMember', () => {
  it('changes a member in its place, and adds an absent one at the end', () => {
    const object: { a: number; b: number; c?: number } = { a: 1, b: 2 };
    expect(JSON.stringify(withMember(object, 'a', 3))).toBe('{"a":3,"b":2}');
    expect(JSON.stringify(withMember(object, 'c', 3))).toBe('{"a":1,"b":2,"c":3}');
    expect(object).toEqual({ a: 1, b: 2 });
  });
});
