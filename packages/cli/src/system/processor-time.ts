/** Seconds of processor time that this process has used: unlike the clock on the wall, they do not depend on other processes. */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
