import { type BackupHeader, NEWEST_FORMAT } from './backup-content.js';
import { BackupError, damaged } from './backup-error.js';
import type { Frame } from './frame-reader.js';
import { FrameType } from './frame.js';

/** Texts of a header are printed to terminals and written into files, so they are restricted. */
const WORD = /^[\w.:+-]{1,100}$/;

/** The header of a backup. @throws BackupError when the frame is not a header, or its format is not supported by this release. */
export function parseHeader(frame: Frame): BackupHeader {
  const { format, release, time, vocabulary, revision } = parseJson(frame) as Partial<BackupHeader>;
  const words = [release, time, vocabulary ?? 'none'];
  if (
    frame.type !== FrameType.Header ||
    typeof format !== 'number' ||
    typeof revision !== 'number' ||
    !words.every((word) => typeof word === 'string' && WORD.test(word))
  )
    throw damaged(frame.position, 'it does not start with a header');
  if (format > NEWEST_FORMAT)
    throw new BackupError(
      'Newer',
      `it was written by a newer release (${release}, format ${format}; this one reads ${NEWEST_FORMAT})`,
      frame.position,
    );
  return { format, revision, time: time!, release: release!, ...(vocabulary !== undefined && { vocabulary }) };
}

/** The object in a frame of JSON. @throws BackupError */
export function parseJson({ content, position }: Frame): object {
  let value: unknown;
  try {
    value = JSON.parse(content.toString('utf8'));
  } catch {
    value = undefined;
  }
  if (typeof value !== 'object' || value === null) throw damaged(position, 'a part that should be JSON is not');
  return value;
}
