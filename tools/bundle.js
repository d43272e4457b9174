/**
 * Bundles what a configuration of tsdown names, by its API: the command of tsdown warns of every Node 20.
 *
 *     node tools/bundle.js [tsdown.tools.config.ts]        from the folder of the configuration
 */
import { build } from 'tsdown';

const [config = true] = process.argv.slice(2);
await build({ config, logLevel: 'error' });
