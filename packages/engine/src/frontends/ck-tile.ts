/** The frontend for CK Tile specifications. */
import { diagnose, failure, isGemmData, messages } from '@ldscope/core';
import { type Frontend, notExecuted } from '../source.ts';
import { executeCkGemm } from '../spec/ck-gemm.ts';
import { executeCkTile } from '../spec/ck-tile.ts';
import { specName } from '../spec/generic/generic.ts';
import { parseYaml } from '../yaml-data.ts';
import { ckTileBuffers } from '../suggest/ck-tile-buffers.ts';
import { ckTileLanguage } from './languages.ts';

export const ckTile: Frontend<'ck-tile'> = {
  ...ckTileLanguage,
  read: (text, file) => {
    const data = parseYaml(text);
    return {
      diagnostics: data.diagnostics,
      execute: (request) => {
        if (!data.ok) return notExecuted(data.diagnostics);
        const name = specName(file, 'CK Tile specification');
        const execute = isGemmData(data.value.value) ? executeCkGemm : executeCkTile;
        return execute(data.value, name, request);
      },
      buffers: ({ machines, tile }) => {
        if (!data.ok) return data;
        return isGemmData(data.value.value)
          ? failure(diagnose(messages.suggest.gemm()))
          : ckTileBuffers(data.value, specName(file), machines, tile);
      },
    };
  },
};
