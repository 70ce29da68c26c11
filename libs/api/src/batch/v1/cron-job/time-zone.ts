const NAME = /^[A-Za-z0-9_][A-Za-z0-9_+/-]*$/;

/** Whether a name is one of the time zone database: `Europe/Berlin`, in exactly this spelling. */
export function isTimeZone(name: string): boolean {
  if (!NAME.test(name)) return false;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // Rejects another letter case of a name; accepts an alias of a zone.
    return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase();
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
