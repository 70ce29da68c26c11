/** The keys of a data directory are invalid, or differ from those of the store. The text names the file and the remedy. */
export class DataDirKeysError extends Error {
  override readonly name = 'DataDirKeysError';
}
