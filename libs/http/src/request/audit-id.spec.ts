import { AuditIds } from './audit-id.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;

describe('AuditIds', () => {
  it('C-093 creates unique ids of the usual form', () => {
    const ids = new AuditIds();
    const made = Array.from({ length: 100 }, () => ids.idFor({}));
    expect(made.every((id) => UUID.test(id))).toBe(true);
    expect(new Set(made).size).toBe(100);
  });
  it('keeps an id sent by the client', () => expect(new AuditIds().idFor({ 'audit-id': 'abc-1' })).toBe('abc-1'));
  it('does not keep a long or unprintable id', () => {
    for (const bad of ['x'.repeat(65), 'a b', 'a\u0001', ''])
      expect(new AuditIds().idFor({ 'audit-id': bad })).toMatch(UUID);
  });
});
