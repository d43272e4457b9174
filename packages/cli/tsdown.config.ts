import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: ['src/bin.ts', 'src/index.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: { build: true },
  deps: { alwaysBundle: [/^@ldscope\//] },
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
});
