/** One armored block. */
export interface PemBlock {
  readonly label: string;
  /** The content is preceded by headers such as `Proc-Type: 4,ENCRYPTED`. */
  readonly hasHeaders: boolean;
  readonly der: Buffer;
}

const BEGIN = '-----BEGIN ';
const DASHES = '-----';
const HEADER = /^[^\r\n:]+:/;
const CONTENT = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Blocks of a PEM text in order. Skips text between blocks, and blocks whose content is not base64. Linear time, since the
 * text is client input.
 */
export function pemBlocks(text: string): PemBlock[] {
  const blocks: PemBlock[] = [];
  for (let begin = text.indexOf(BEGIN); begin >= 0;) {
    const labelEnd = text.indexOf(DASHES, begin + BEGIN.length);
    if (labelEnd < 0) break;
    const label = text.slice(begin + BEGIN.length, labelEnd);
    const end = `${DASHES}END ${label}${DASHES}`;
    const bodyEnd = text.indexOf(end, labelEnd);
    if (bodyEnd < 0) break;
    const block = readBlock(label, text.slice(labelEnd + DASHES.length, bodyEnd));
    if (block) blocks.push(block);
    begin = text.indexOf(BEGIN, bodyEnd + end.length);
  }
  return blocks;
}

function readBlock(label: string, body: string): PemBlock | undefined {
  const lines = body.split('\n').map((line) => line.trim());
  const first = lines.findIndex((line) => line !== '');
  const hasHeaders = first >= 0 && HEADER.test(lines[first]!);
  const content = lines.slice(hasHeaders ? lines.indexOf('', first) : 0).join('');
  return CONTENT.test(content) ? { label, hasHeaders, der: Buffer.from(content, 'base64') } : undefined;
}
