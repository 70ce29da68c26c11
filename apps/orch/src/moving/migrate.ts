export function migrate(argv: readonly string[]): void {
  process.stderr.write(`${argv.length}\n`);
}
