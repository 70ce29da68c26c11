import { PolicyAnnotations } from './policy-annotations.js';

describe('audit annotations of policies', () => {
  it('have the different values of all evaluations, of one policy after the other', () => {
    const annotations = new PolicyAnnotations();
    for (const value of ['a', 'b', 'a', 'ü𝒳']) annotations.add('k', value);
    annotations.add('l', 'c');
    expect(annotations.take()).toEqual([['k', 'a, b, ü𝒳'], ['l', 'c']]); // prettier-ignore
    annotations.add('k', 'd');
    expect(annotations.take()).toEqual([['k', 'd']]);
  });

  it('have values of at most 10,240 characters', () => {
    const annotations = new PolicyAnnotations();
    annotations.add('k', 'x'.repeat(20_000));
    expect(annotations.take()[0]![1]).toHaveLength(10_240);
  });

  it('have a bounded length together, however many parameter objects and policies there are', () => {
    const annotations = new PolicyAnnotations();
    let length = 0;
    for (let policy = 0; policy < 3; policy++) {
      for (let i = 0; i < 1_000; i++) annotations.add(`k${i % 20}`, `${policy} ${i} ${'x'.repeat(10_000)}`);
      for (const [, text] of annotations.take()) length += text.length;
    }
    expect(length).toBeGreaterThan(400_000);
    expect(length).toBeLessThan(600_000);
  });
});
