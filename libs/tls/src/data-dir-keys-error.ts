/** The keys of a data directory are broken, or are not those of the store. The text names the file and what to do. */
export class DataDirKeysError extends Error {
  override readonly name = 'DataDirKeysError';
}
