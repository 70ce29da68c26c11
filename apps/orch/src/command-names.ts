/** Commands of the launcher that take flags. */
export const LAUNCHER_COMMANDS = ['up', 'dashboard', 'backup', 'restore', 'migrate', 'fsck', 'storage', 'new'] as const;
export type LauncherCommand = (typeof LAUNCHER_COMMANDS)[number];

/** All commands of the launcher itself. */
export const COMMANDS = [...LAUNCHER_COMMANDS, 'version', 'help'] as const;
