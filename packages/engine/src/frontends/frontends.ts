/**
 * The frontends, in the order in which they are asked whether a text is theirs. To add one is a line here:
 * docs/adding-a-frontend.md.
 */
import { amdgcn } from './amdgcn.ts';
import { ckTile } from './ck-tile.ts';
import { mlir } from './mlir.ts';
import { ptx } from './ptx.ts';
import { schedule } from './schedule.ts';
import { spec } from './spec.ts';
import { ttgir } from './ttgir.ts';

export const frontends = [ttgir, mlir, schedule, ptx, amdgcn, spec, ckTile] as const;

/** The name of a frontend, as reports have it. */
export type FrontendName = (typeof frontends)[number]['name'];
