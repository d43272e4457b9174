/** Before the tests in a browser the app is built and served. Without Chromium it is not, and the tests say so. */
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { findChromium } from '../../tools/chromium.ts';
import { serveApp, type ServedApp } from '../../tools/site.ts';

/** Where the tests find the app. */
export interface Site extends Pick<ServedApp, 'url' | 'folder'> {
  readonly chromium: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** `undefined` without Chromium. */
    readonly site: Site | undefined;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const chromium = findChromium();
  if (chromium === undefined) {
    console.log('Chromium is absent (CHROMIUM=PATH names one): tests in a browser are skipped');
    project.provide('site', undefined);
    return async () => {};
  }
  const config = fileURLToPath(new URL('../../vite.config.ts', import.meta.url));
  const { url, folder, close } = await serveApp(config);
  project.provide('site', { url, folder, chromium });
  return close;
}
