import { WorkLimit, WorkLimitError } from './work-limit.js';

describe('WorkLimit', () => {
  const limit = () => new WorkLimit({ checks: 100, members: 10, bytes: 1_000 });
  const json = (members: number, length = 1) =>
    Buffer.from(JSON.stringify(Object.fromEntries(Array.from({ length: members }, (_, i) => [i, 'x'.repeat(length)]))));

  it('allows as many checks as it has', () => {
    const one = limit();
    one.spend(60);
    expect(one.left).toBe(40);
    one.spend(40);
    expect(() => one.spend(1)).toThrow(WorkLimitError);
  });

  it.each([
    ['members', json(4)],
    ['bytes', json(1, 400)],
  ])('adds up the %s of JSON', (_what, bytes) => {
    const one = limit();
    one.spendJson(bytes);
    one.spendJson(bytes);
    expect(() => one.spendJson(bytes)).toThrow(WorkLimitError);
  });

  it('adds up members', () => {
    const one = limit();
    one.spendMembers(6);
    one.spendMembers(4);
    expect(() => one.spendMembers(1)).toThrow(WorkLimitError);
  });

  it('refuses JSON of too many members, or bytes, by itself', () => {
    const one = limit();
    for (let i = 0; i < 20; i++) one.refuseLarge(json(9));
    expect(() => one.refuseLarge(json(10))).toThrow(WorkLimitError);
    expect(() => one.refuseLarge(json(1, 1_000))).toThrow(WorkLimitError);
  });

  it('refuses a value of too many members by itself', () => {
    const one = limit();
    for (let i = 0; i < 20; i++) one.refuseMany(Array(9).fill({}));
    expect(() => one.refuseMany(Array(11).fill({}))).toThrow(WorkLimitError);
  });
});
