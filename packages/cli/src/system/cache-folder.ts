/** Where this user's programs keep what they can make again. */
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder of ldscope there; it may not exist. */
export function cacheFolder(env: Readonly<Record<string, string | undefined>>): string {
  const base = env['XDG_CACHE_HOME'] ?? env['LOCALAPPDATA'] ?? join(homedir(), '.cache');
  return join(base, 'ldscope');
}
