/**
 * `NotABackup`: the file is something else. `Newer`: a later release wrote it. `Cut`: it ends too early. `Damaged`: its bytes are not those that
 * were written, or are none that a release writes. `TooLarge`: what should be written is more than a reader takes.
 */
export type BackupErrorCode = 'NotABackup' | 'Newer' | 'Cut' | 'Damaged' | 'TooLarge';

/** Why a file is not a whole backup. The text names the place, in bytes from its start. */
export class BackupError extends Error {
  override readonly name = 'BackupError';

  constructor(
    readonly code: BackupErrorCode,
    message: string,
    /** Byte at which it was found. */
    readonly position: number,
  ) {
    super(message);
  }
}

export const damaged = (position: number, what: string): BackupError =>
  new BackupError('Damaged', `damaged at byte ${position}: ${what}`, position);

export const cutOff = (position: number): BackupError =>
  new BackupError('Cut', `cut off: it ends at byte ${position}, before its last part`, position);
