/** The frontend for CK Tile specifications. */
import { type Frontend, notExecuted } from '../source.ts';
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
      execute: (request) =>
        data.ok
          ? executeCkTile(data.value, specName(file, 'CK Tile specification'), request)
          : notExecuted(data.diagnostics),
      buffers: ({ machines, tile }) =>
        data.ok ? ckTileBuffers(data.value, specName(file), machines, tile) : data,
    };
  },
};
