/** The frontend for CK Tile specifications. */
import { diagnose, failure, isGemmData, messages } from '@ldscope/core';
import { type Frontend, notExecuted } from '../source/source.ts';
import { executeCkGemm } from '../spec/ck-gemm.ts';
import { executeCkTile } from '../spec/ck-tile.ts';
import { specName } from '../spec/generic/generic.ts';
import { parseYaml } from '../input/yaml-data.ts';
import { ckGemmBuffers } from '../problems/ck-gemm-buffers.ts';
import { fixCkGemm } from '../fix/fix-ck-gemm.ts';
import { ckTileBuffers } from '../problems/ck-tile-buffers.ts';
import { ckTileLanguage } from './languages.ts';

export const ckTile: Frontend<'ck-tile'> = {
  ...ckTileLanguage,
  read: (text, file) => {
    const data = parseYaml(text);
    const gemm = data.ok && isGemmData(data.value.value) ? data.value : undefined;
    return {
      diagnostics: data.diagnostics,
      ...(gemm !== undefined && {
        fix: (options) => fixCkGemm(text, gemm, specName(file, 'CK Tile GEMM'), options),
      }),
      execute: (request) => {
        if (!data.ok) return notExecuted(data.diagnostics);
        const name = specName(file, 'CK Tile specification');
        const execute = gemm !== undefined ? executeCkGemm : executeCkTile;
        return execute(data.value, name, request);
      },
      buffers: ({ machines, tile, buffer }) => {
        if (!data.ok) return data;
        if (gemm === undefined) return ckTileBuffers(data.value, specName(file), machines, tile);
        return tile === undefined
          ? ckGemmBuffers(gemm, specName(file), machines, buffer)
          : failure(diagnose(messages.suggest.gemm()));
      },
    };
  },
};
