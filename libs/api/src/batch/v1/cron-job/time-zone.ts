const NAME = /^[A-Za-z0-9_][A-Za-z0-9_+/-]*$/;

/** Whether a name is one of the time zone database: `Europe/Berlin`, in exactly this spelling. */
export function isTimeZone(name: string): boolean {
  if (!NAME.test(name)) return false;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // Another spelling of the same name is no name; another name for the same zone is.
    return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase();
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
