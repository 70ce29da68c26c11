/** `orch backup`, `orch restore`, `orch migrate`. Loaded lazily: `orch up` does not need the store. */
export function runStoreCommandByName(name: 'backup' | 'restore' | 'migrate', argv: readonly string[]): void {
  void commands[name]().then((run) => run(argv));
}

const commands = {
  backup: async () => (await import('./backup.js')).backup,
  restore: async () => (await import('./restore.js')).restore,
  migrate: async () => (await import('./migrate.js')).migrate,
};
