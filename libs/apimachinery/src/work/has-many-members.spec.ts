import { countMembers, hasManyMembers } from './has-many-members.js';

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
