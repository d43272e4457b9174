/** Waits that end, for what may never answer. */

/** Waits for something, but not longer than this. */
export async function within(ms: number, what: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((settle) => (timer = setTimeout(settle, ms)));
  await Promise.race([what.catch(() => {}), late]);
  clearTimeout(timer);
}
