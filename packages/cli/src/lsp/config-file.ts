/** `ldscope.yaml` in an editor: what is wrong with it, what its keys mean, and what can follow. */
import { checkRules, hintText, isRecord, placeDiagnostics } from '@ldscope/core';
import { checkConfigSchema, machineNames, parseCheckConfig } from '@ldscope/engine';
import {
  type CompletionItem,
  CompletionItemKind,
  type Diagnostic,
  DiagnosticSeverity,
  type Hover,
  MarkupKind,
  type Position,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';

export function configProblems(document: TextDocument): Diagnostic[] {
  const read = parseCheckConfig(document.getText());
  if (read.ok) return [];
  return placeDiagnostics(read.diagnostics, document.getText()).map(
    ({ code, message, hint, line = 1, column = 1 }) => ({
      range: {
        start: { line: line - 1, character: column - 1 },
        end: { line, character: 0 },
      },
      severity: DiagnosticSeverity.Error,
      source: 'ldscope',
      code,
      message: hint === '' ? message : `${message}\n${hintText(hint)}`,
    }),
  );
}

/** A line of block style: how far it is indented, with its dashes, its key, and what follows. */
const LINE = /^(?<before>\s*(?:-\s+)*\{?\s*)(?<key>\w*)(?<rest>:.*)?$/;

/** The keys around a line, from the outside; a list adds none. */
function keysAround(lines: readonly string[], at: number): string[] {
  const keys: string[] = [];
  let indent = indentOf(lines[at] ?? '');
  for (let line = at - 1; line >= 0 && indent > 0; line--) {
    const { before = '', key = '', rest } = LINE.exec(lines[line] ?? '')?.groups ?? {};
    if (key === '' || rest === undefined || before.length >= indent) continue;
    keys.unshift(key);
    indent = before.length;
  }
  return keys;
}

/** Entries of a list may begin in the column of their key. */
function indentOf(text: string): number {
  const before = LINE.exec(text)?.groups?.['before'] ?? /^\s*/.exec(text)?.[0] ?? '';
  return before.length;
}

export function configHover(
  document: TextDocument,
  { line, character }: Position,
): Hover | undefined {
  const lines = document.getText().split('\n');
  const { before = '', key = '' } = LINE.exec(lines[line] ?? '')?.groups ?? {};
  if (key === '' || character < before.length || character > before.length + key.length)
    return undefined;
  const about = keysOf(keysAround(lines, line)).get(key);
  return about === undefined
    ? undefined
    : { contents: { kind: MarkupKind.Markdown, value: `**${key}**: ${about}` } };
}

export function configCompletions(
  document: TextDocument,
  { line, character }: Position,
): CompletionItem[] {
  const lines = document.getText().split('\n');
  const typed = (lines[line] ?? '').slice(0, character);
  const { key = '', rest } = LINE.exec(typed)?.groups ?? {};
  const around = keysAround([...lines.slice(0, line), typed], line);
  if (rest === undefined && !isInList(around, typed))
    return [...keysOf(around)].map(([label, about]) => ({
      label,
      kind: CompletionItemKind.Property,
      documentation: about,
      insertText: `${label}: `,
    }));
  return valuesOf(rest === undefined ? (around.at(-1) ?? '') : key).map((label) => ({
    label,
    kind: CompletionItemKind.Value,
  }));
}

/** True for an entry of a list of names. */
const isInList = (around: readonly string[], typed: string): boolean =>
  /^\s*-\s/.test(typed) && valuesOf(around.at(-1) ?? '').length > 0;

function valuesOf(key: string): readonly string[] {
  if (key === 'machine' || key === 'machines') return machineNames();
  return key === 'failOn' || key === 'rule' ? checkRules : [];
}

/** The keys of the mapping that the keys lead to, with what they mean. */
function keysOf(around: readonly string[]): ReadonlyMap<string, string> {
  let schemas: readonly unknown[] = [checkConfigSchema()];
  for (const key of around)
    schemas = schemas.flatMap(alternatives).flatMap((one) => propertiesOf(one)[key] ?? []);
  return new Map(
    schemas
      .flatMap(alternatives)
      .flatMap((one) => Object.entries(propertiesOf(one)))
      .map(([key, one]) => [key, isRecord(one) ? String(one['description'] ?? '') : '']),
  );
}

/** A schema with those that it allows instead, and those of its entries. */
function alternatives(schema: unknown): readonly unknown[] {
  if (!isRecord(schema)) return [];
  const { anyOf, items } = schema;
  const others = Array.isArray(anyOf) ? (anyOf as readonly unknown[]) : [];
  return [schema, ...[...others, items].flatMap(alternatives)];
}

const propertiesOf = (schema: unknown): Readonly<Record<string, unknown>> =>
  isRecord(schema) && isRecord(schema['properties']) ? schema['properties'] : {};
