/** `ldscope doctor`: what is installed, and what it enables. */
import { existsSync } from 'node:fs';
import process from 'node:process';
import type { Document } from '@ldscope/render';
import { answer } from '../answer/document.ts';
import type { FoundTool } from '../compile/find-tools.ts';
import type { Io } from '../io/io.ts';
import type { DoctorCommandOptions } from '../options/commands.ts';
import { ownVersion } from '../system/package-files.ts';

const DOCTOR_SCHEMA = 'ldscope-doctor/1';

/** Lists the tools; what is missing is not an error. */
export async function doctorCommand(io: Io, options: DoctorCommandOptions): Promise<number> {
  const { node, v8 } = process.versions;
  const own: FoundTool[] = [
    {
      name: 'ldscope',
      enables: 'MLIR, AMD assembly and code objects, PTX, Triton IR, tile specifications',
      command: process.argv[1] ?? 'ldscope',
      version: ownVersion(),
      hint: '',
    },
    {
      name: 'node',
      enables: `JavaScript engine ${v8}`,
      command: process.execPath,
      version: node,
      hint: '',
    },
    {
      name: 'web app',
      enables: 'ldscope web',
      ...(existsSync(new URL('./web/index.html', import.meta.url)) && {
        command: 'in this package',
        version: ownVersion(),
      }),
      hint: 'install the published package',
    },
  ];
  const tools = [...own, ...(await io.tools())];
  return await answer(
    io,
    { json: () => doctorJson(tools), document: () => sayTools(tools) },
    options,
  );
}

function doctorJson(tools: readonly FoundTool[]): string {
  const list = tools.map(({ name, command, version, enables, hint }) => ({
    name,
    found: command !== undefined,
    command,
    version,
    enables,
    hint: command === undefined ? hint : undefined,
  }));
  return `${JSON.stringify({ schema: DOCTOR_SCHEMA, tools: list }, undefined, 2)}\n`;
}

function sayTools(tools: readonly FoundTool[]): Document {
  const title = 'What ldscope finds on this machine';
  return {
    title,
    sections: [
      {
        level: 1,
        heading: title,
        blocks: [
          {
            kind: 'table',
            columns: [
              { title: 'tool' },
              { title: 'version' },
              { title: 'command', least: 16 },
              { title: 'enables', least: 24 },
            ],
            rows: tools.map(({ name, version = '', command, enables, hint }) => ({
              cells: [
                { text: name },
                command === undefined
                  ? { text: 'not found', style: 'warn' as const }
                  : { text: version, style: 'good' as const },
                command === undefined ? { text: hint } : { text: command, isCode: true },
                { text: enables },
              ],
            })),
          },
        ],
      },
    ],
  };
}
