const MAX_NAME_LENGTH = 63;
const MAX_PREFIX_LENGTH = 253;

/**
 * What is wrong with a label key, in words for a client; undefined when nothing is. A key is a name of up to 63
 * characters, with an optional DNS name and a slash before it.
 */
export function labelKeyProblem(key: string): string | undefined {
  const slash = key.indexOf('/');
  if (slash >= 0) {
    const prefix = key.slice(0, slash);
    if (prefix.length > MAX_PREFIX_LENGTH || !prefix.split('.').every(isDnsLabel)) {
      return 'the part before the slash must be a lower-case DNS name of at most 253 characters';
    }
  }
  return isLabelName(key.slice(slash + 1))
    ? undefined
    : 'the name must have 1 to 63 characters, letters, digits, "-", "_" or ".", and begin and end with a letter or digit';
}

/** What is wrong with a label value, in words for a client; undefined when nothing is. The empty value is fine. */
export function labelValueProblem(value: string): string | undefined {
  return value === '' || isLabelName(value)
    ? undefined
    : 'a label value must have at most 63 characters, letters, digits, "-", "_" or ".", and begin and end with a letter or digit';
}

function isLabelName(name: string): boolean {
  if (name.length === 0 || name.length > MAX_NAME_LENGTH) return false;
  for (let i = 0; i < name.length; i++) {
    const char = name[i]!;
    const inner = i > 0 && i < name.length - 1;
    if (!isAlphanumeric(char) && !(inner && (char === '-' || char === '_' || char === '.'))) return false;
  }
  return true;
}

function isDnsLabel(label: string): boolean {
  if (label.length === 0) return false;
  for (let i = 0; i < label.length; i++) {
    const char = label[i]!;
    const inner = i > 0 && i < label.length - 1;
    if (!(isAlphanumeric(char) && !(char >= 'A' && char <= 'Z')) && !(inner && char === '-')) return false;
  }
  return true;
}

const isAlphanumeric = (char: string): boolean =>
  (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || (char >= '0' && char <= '9');
