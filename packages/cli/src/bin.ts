#!/usr/bin/env node
import { main } from './command.ts';

await main();
