/**
 * `NotABackup`: not a backup file. `Newer`: a later release wrote it. `Cut`: truncated. `Damaged`: its bytes were changed, or no
 * release writes such bytes. `TooLarge`: the content to write exceeds the limits of readers.
 */
export type BackupErrorCode = 'NotABackup' | 'Newer' | 'Cut' | 'Damaged' | 'TooLarge';

/** A file is not a complete backup. The message has the position, in bytes from its start. */
export class BackupError extends Error {
  override readonly name = 'BackupError';

  constructor(
    readonly code: BackupErrorCode,
    message: string,
    /** Byte offset of the problem. */
    readonly position: number,
  ) {
    super(message);
  }
}

export const damaged = (position: number, what: string): BackupError =>
  new BackupError('Damaged', `damaged at byte ${position}: ${what}`, position);

export const cutOff = (position: number): BackupError =>
  new BackupError('Cut', `cut off: it ends at byte ${position}, before its last part`, position);
