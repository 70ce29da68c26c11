/** One armored block. */
export interface PemBlock {
  readonly label: string;
  /** Lines such as `Proc-Type: 4,ENCRYPTED` stood before the content. */
  readonly hasHeaders: boolean;
  readonly der: Buffer;
}

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----\r?\n([\s\S]*?)-----END \1-----[ \t]*(?:\r?\n|$)/g;
const HEADER = /^[^\r\n:]+:[^\r\n]*\r?\n/m;
const CONTENT = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;

/** Blocks of a PEM text in order; text around them is skipped, and a block whose content is no base64 is left out. */
export function pemBlocks(text: string): PemBlock[] {
  const blocks: PemBlock[] = [];
  for (const [, label = '', body = ''] of text.matchAll(BLOCK)) {
    const hasHeaders = HEADER.test(body);
    const content = hasHeaders ? body.slice(body.search(/\r?\n\r?\n/) + 1) : body;
    if (!CONTENT.test(content)) continue;
    blocks.push({ label, hasHeaders, der: Buffer.from(content.replaceAll(/\s/g, ''), 'base64') });
  }
  return blocks;
}
