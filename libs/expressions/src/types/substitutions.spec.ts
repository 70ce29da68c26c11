import { INT, listOf, parameter, STRING } from './cel-type.js';
import { Substitutions } from './substitutions.js';

describe('bound type parameters', () => {
  it('are those before an attempt that fails', () => {
    const bound = new Substitutions();
    expect(bound.assignable([parameter('A')], [INT])).toBe(true);
    expect(bound.assignable([parameter('B'), INT], [listOf(parameter('A')), STRING])).toBe(false);
    expect(bound.apply(parameter('A'), false)).toBe(INT);
    expect(bound.apply(parameter('B'), true).kind).toBe('dyn');
  });

  it('are not copied for each attempt', () => {
    const bound = new Substitutions();
    for (let i = 0; i < 100; i++) bound.assignable([parameter(`A${i}`)], [INT]);
    const copies = jest.spyOn(globalThis, 'Map');
    bound.assignable([parameter('A')], [INT]);
    bound.assignable([STRING], [INT]);
    expect(copies).not.toHaveBeenCalled();
    copies.mockRestore();
  });

  it('are replaced once in types that are in each other', () => {
    const bound = new Substitutions();
    bound.assignable([parameter('A')], [INT]);
    const applied = new Map();
    let type = listOf(parameter('A'));
    for (let i = 0; i < 50; i++) {
      bound.apply(type, true, applied);
      type = listOf(type);
    }
    expect(applied.size).toBe(50);
    expect(bound.apply(listOf(listOf(parameter('A'))), true)).toEqual(listOf(listOf(INT)));
  });
});
