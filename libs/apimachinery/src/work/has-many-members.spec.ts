import { countMembers, hasManyMembers, hasManyValues } from './has-many-members.js';

const many = (value: unknown, count: number): boolean => hasManyMembers(Buffer.from(JSON.stringify(value)), count);
const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));

describe('hasManyMembers', () => {
  it('counts members of all objects together', () => {
    expect(many(members(99), 100)).toBe(false);
    expect(many(members(100), 100)).toBe(true);
    expect(many([members(60), members(60)], 100)).toBe(true);
  });

  it('counts items of lists', () => {
    expect(many(Object.values(members(100)), 100)).toBe(false);
    expect(many(Object.values(members(101)), 100)).toBe(true);
  });

  it('does not count characters in strings', () => {
    expect(many({ a: `${':,'.repeat(500)}\\"${':,'.repeat(500)}` }, 100)).toBe(false);
  });

  it('counts them all, or up to a number', () => {
    expect(countMembers(Buffer.from(JSON.stringify({ a: members(10), ':,': [1, 2] })))).toBe(12);
    expect(countMembers(Buffer.from(JSON.stringify(members(10))), 4)).toBe(4);
  });
});

describe('hasManyValues', () => {
  it.each<[string, unknown]>([
    ['members', members(99)],
    ['members of several objects', [members(50), { a: members(48) }]],
    ['items', Object.values(members(100))],
    ['items of several lists', { a: Object.values(members(50)), b: [[...Object.values(members(50))]] }],
    ['a text', [':,'.repeat(500), null, 1]],
  ])('counts %s as in JSON', (_what, value) => {
    const json = Buffer.from(JSON.stringify(value));
    for (const count of [countMembers(json), countMembers(json) + 1])
      expect([count, hasManyValues(value, count)]).toEqual([count, hasManyMembers(json, count)]);
  });
});
