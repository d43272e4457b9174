/** Before the tests in a browser the app is built and served. Without any browser it is not, and the tests say so. */
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { findChromium } from '../../tools/chromium.ts';
import { findFirefox } from '../../tools/firefox.ts';
import { serveApp, type ServedApp } from '../../tools/site.ts';

/** Where the tests find the app. */
export interface Site extends Pick<ServedApp, 'url' | 'folder' | 'modules'> {
  /** Programs; `undefined` where they are absent. */
  readonly chromium: string | undefined;
  readonly firefox: string | undefined;
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** `undefined` without a browser. */
    readonly site: Site | undefined;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const chromium = findChromium();
  const firefox = findFirefox();
  if (chromium === undefined) {
    console.log('Chromium is absent (CHROMIUM=PATH names one): tests in it are skipped');
  }
  if (firefox === undefined) {
    console.log('Firefox is absent (FIREFOX=PATH names one): the walk in it is skipped');
  }
  if (chromium === undefined && firefox === undefined) {
    project.provide('site', undefined);
    return async () => {};
  }
  const config = fileURLToPath(new URL('../../vite.config.ts', import.meta.url));
  const { url, folder, modules, close } = await serveApp(config);
  project.provide('site', { url, folder, modules, chromium, firefox });
  return close;
}
