/** Firefox: where it is. It is driven by WebDriver BiDi, which is built into it. */
import { existsSync } from 'node:fs';

const candidates = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** Firefox, as `FIREFOX` names it or where systems have it; `undefined` where it is absent. */
export function findFirefox(): string | undefined {
  return [process.env['FIREFOX'], ...candidates].find(
    (path) => path !== undefined && existsSync(path),
  );
}
