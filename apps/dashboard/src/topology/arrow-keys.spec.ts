import { neighbour } from './arrow-keys';

//              web web-2 a node b node cart cart-1 two services, db
const LEVELS = [1, 2, 3, 4, 3, 4, 1, 2, 0, 0, 1];

describe('arrow keys between boxes', () => {
  test.each([
    [0, 'ArrowRight', 1],
    [0, 'ArrowDown', 6],
    [0, 'ArrowUp', undefined],
    [0, 'ArrowLeft', undefined],
    [2, 'ArrowDown', 4],
    [4, 'ArrowUp', 2],
    [4, 'ArrowLeft', 1],
    [3, 'ArrowRight', undefined],
    [3, 'ArrowLeft', 2],
    [6, 'ArrowUp', 0],
    [7, 'ArrowDown', undefined],
    [7, 'ArrowRight', undefined],
    [8, 'ArrowRight', 10],
    [10, 'ArrowLeft', 9],
    [-1, 'ArrowDown', undefined],
    [0, 'Enter', undefined],
  ])('from %i by %s to %s', (from, key, to) => {
    expect(neighbour(LEVELS, from, key)).toBe(to);
  });
});
