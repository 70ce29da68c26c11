/**
 * Runs a check again and again, never two at a time: one may take several turns of the event loop. Does not keep the process alive.
 * @param intervalMs of their beginnings; one that is due while another runs is left out.
 * @returns ends them.
 */
export function checkEvery(intervalMs: number, check: () => Promise<void>): () => void {
  let isChecking = false;
  const run = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    try {
      await check();
    } finally {
      isChecking = false;
    }
  };
  const timer = setInterval(() => void run(), intervalMs).unref();
  return () => clearInterval(timer);
}
