import { DerReader, TAG } from './der-reader';
import { hex, objectIdentifier, text } from './der-values';

const ATTRIBUTES: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '0.9.2342.19200300.100.1.1': 'UID',
  '0.9.2342.19200300.100.1.25': 'DC',
  '1.2.840.113549.1.9.1': 'emailAddress',
};

/** A distinguished name in the order in which it is written: `O=devs, CN=jane`; what separates is escaped in values. */
export function distinguishedName(name: DerReader): string {
  const parts: string[] = [];
  while (!name.isAtEnd) {
    const set = name.enter(TAG.SET);
    const values: string[] = [];
    while (!set.isAtEnd) {
      const attribute = set.enter(TAG.SEQUENCE);
      const type = objectIdentifier(attribute.read(TAG.OBJECT_IDENTIFIER));
      const tag = attribute.nextTag ?? 0;
      const value = text(attribute.readAny(), tag).replaceAll(/[,+=\\"]/g, String.raw`\$&`);
      values.push(`${ATTRIBUTES[type] ?? type}=${value}`);
    }
    parts.push(values.join('+'));
  }
  return parts.join(', ');
}

/** Names for which more are in a certificate than anyone reads. */
const MOST = 200;

/** The general names of a subject: `DNS api.example`, `IP 10.0.0.1`. */
export function generalNames(content: Uint8Array): string[] {
  const list = new DerReader(content).enter(TAG.SEQUENCE);
  const names: string[] = [];
  while (!list.isAtEnd) {
    if (names.length === MOST) return [...names, 'and more'];
    const tag = list.nextTag ?? 0;
    names.push(generalName(tag, list.readAny()));
  }
  return names;
}

function generalName(tag: number, content: Uint8Array): string {
  switch (tag) {
    case TAG.CONTEXT + 1:
      return `email ${text(content, tag)}`;
    case TAG.CONTEXT + 2:
      return `DNS ${text(content, tag)}`;
    case TAG.CONTEXT + TAG.CONSTRUCTED + 4:
      return distinguishedName(new DerReader(content).enter(TAG.SEQUENCE));
    case TAG.CONTEXT + 6:
      return `URI ${text(content, tag)}`;
    case TAG.CONTEXT + 7:
      return `IP ${address(content)}`;
    default:
      return 'a name of another kind';
  }
}

function address(content: Uint8Array): string {
  if (content.length === 4) return content.join('.');
  if (content.length !== 16) return hex(content);
  const groups = Array.from({ length: 8 }, (_, index) =>
    (((content[index * 2] ?? 0) << 8) | (content[index * 2 + 1] ?? 0)).toString(16),
  ).join(':');
  // The host name parser of the browser knows the short form.
  return new URL(`http://[${groups}]`).hostname.slice(1, -1);
}
