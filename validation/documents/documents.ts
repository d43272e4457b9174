/** The five reference documents. */
import type { ReferenceDocument } from './capability.ts';
import { cdna } from './cdna.ts';
import { ckTile } from './ck-tile.ts';
import { iree } from './iree.ts';
import { pipelines } from './pipelines.ts';
import { wave } from './wave.ts';

export const documents: readonly ReferenceDocument[] = [wave, iree, ckTile, pipelines, cdna];
