import { shownKind, unknownKind } from './unknown-kind.js';

describe('an unknown kind', () => {
  it('is named with its version and the scheme', () => {
    expect(unknownKind('Unicorn', 'v1')).toBe(
      'no kind "Unicorn" is registered for version "v1" in scheme "pkg/runtime/scheme.go:110"',
    );
  });

  it('is escaped and truncated to 253 characters', () => {
    expect(shownKind('k'.repeat(253))).toBe('k'.repeat(253));
    expect(shownKind('k'.repeat(254))).toBe(`${'k'.repeat(250)}...`);
    expect(unknownKind('a"\n', 'v'.repeat(1_000))).toBe(
      `no kind "a\\"\\n" is registered for version "${'v'.repeat(250)}..." in scheme "pkg/runtime/scheme.go:110"`,
    );
  });
});
