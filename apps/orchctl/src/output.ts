/** Where a command writes; a test reads along. */
export interface Output {
  out(text: string): void;
  err(text: string): void;
}
