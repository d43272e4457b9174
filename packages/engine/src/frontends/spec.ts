/** The frontend for specifications of a tile and its accesses. */
import { type Frontend, notExecuted } from '../source/source.ts';
import { executeSpec, specName } from '../spec/generic/generic.ts';
import { parseYaml, placed } from '../input/yaml-data.ts';
import { specBuffers } from '../problems/spec-buffers.ts';
import { specLanguage } from './languages.ts';

export const spec: Frontend<'spec'> = {
  ...specLanguage,
  read: (text, file) => {
    const data = parseYaml(text);
    const name = specName(file);
    return {
      diagnostics: data.diagnostics,
      execute: (request) =>
        data.ok ? executeSpec(data.value, name, request) : notExecuted(data.diagnostics),
      buffers: ({ machines }) =>
        data.ok
          ? specBuffers(data.value.value, name, machines, (list) => placed(data.value, list))
          : data,
    };
  },
};
