/**
 * What is said of a source with shared memory, as a text: its arrays, and the smallest edit of each kind as changed lines.
 *
 *     t  array  float [32][32]  3 uses
 *       bound +4 B  t[32][33]
 *         3 -  __shared__ float t[32][32];
 *         3 +  __shared__ float t[32][33];
 *       flat refused: t has two dimensions
 *
 * A line of the source may say what an execution knows: `// observed: t element=4 pitch=128 widest=16 sizes=1,4,8 bytes=4096`.
 */
import {
  type AuthoredBuffer,
  authoredBuffers,
  type Change,
  changedText,
  type Edit,
  editsOf,
  type Observed,
} from '@ldscope/engine';

export type Language = Parameters<typeof authoredBuffers>[1];

export interface Source {
  readonly file: string;
  readonly text: string;
}

export function languageOf(file: string): Language {
  return file.endsWith('.cl') ? 'opencl' : file.endsWith('.cu') ? 'cuda' : 'hip';
}

/** What an execution would know of a buffer: by a line of the source, else by its text. */
export function observedOf(buffer: AuthoredBuffer, texts: readonly string[]): Observed {
  const { object, dimensions, declared, name } = buffer;
  const found = texts
    .flatMap((text) => [...text.matchAll(/observed: (\S+)(.*)/g)])
    .find(([, named]) => named === name);
  const fields = new Map(
    [...(found?.[2] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, key = '', value = '']) => [
      key,
      value,
    ]),
  );
  const number = (key: string): number | undefined =>
    fields.has(key) ? Number(fields.get(key)) : undefined;
  const shape = fields.get('shape')?.split('x').map(Number);
  const lengths = shape ?? dimensions.map(({ value }) => value ?? NaN);
  const isWhole = name === object && !buffer.isDynamic && lengths.every(Number.isInteger);
  const elementBytes = number('element');
  return {
    object: {
      name: object,
      offset: 0,
      bytes:
        number('bytes') ??
        (isWhole && elementBytes !== undefined ? lengths.reduce((a, b) => a * b, elementBytes) : 0),
      shape: isWhole ? lengths : undefined,
      elementBytes,
      declared,
    },
    pitchBytes: number('pitch'),
    widestBytes: number('widest'),
    elementSizes: fields.get('sizes')?.split(',').map(Number),
  };
}

/** All buffers of a source with its smallest edits. */
export function describe(sources: readonly Source[]): string {
  const buffers = authoredBuffers(sources, languageOf(sources[0]?.file ?? ''));
  return buffers.map((buffer) => described(buffer, sources)).join('\n');
}

function described(buffer: AuthoredBuffer, sources: readonly Source[]): string {
  const { name, storage, element, dimensions, uses } = buffer;
  const lengths = dimensions.map(
    ({ text, value }) =>
      `[${text}${value === undefined || String(value) === text ? '' : ` = ${value}`}]`,
  );
  const kinds = [...new Set(uses.map(({ kind }) => kind))];
  const counts = kinds.map((kind) => `${uses.filter((use) => use.kind === kind).length} ${kind}`);
  const observed = observedOf(
    buffer,
    sources.map(({ text }) => text),
  );
  const { edits, refused } = editsOf(buffer, observed);
  return [
    `${name}  ${storage}  ${element} ${lengths.join('')}  ${counts.join(', ')}`,
    ...smallest(edits).flatMap((edit) => editLines(edit, observed, sources)),
    ...refused.map(({ kind, reason }) => `  ${kind} refused: ${reason}`),
    '',
  ].join('\n');
}

/** The first edit of each kind at each set of places. */
export function smallest(edits: readonly Edit[]): Edit[] {
  // Of paddings for several sizes of elements there are three forms.
  const formOf = (says: string): string =>
    says.includes('?') ? '?' : says.includes('sizeof') ? '/' : '';
  const placesOf = ({ kind, changes, says }: Edit): string =>
    `${kind} ${formOf(says)} ${changes.map(({ file, start }) => `${file}:${start}`).join(' ')}`;
  const found = new Map<string, Edit>();
  for (const edit of edits) if (!found.has(placesOf(edit))) found.set(placesOf(edit), edit);
  return [...found.values()];
}

function editLines(edit: Edit, { object }: Observed, sources: readonly Source[]): string[] {
  const { kind, says, paddingBytes, bytes, dynamicBytes, needsHeaders, also, moves } = edit;
  const { launches = [] } = edit;
  const left = launches.flatMap(({ place, follows }) => (follows ? [] : [place.line]));
  const places = moves === undefined ? '' : `, byte ${4096 + 260} to ${moves(4096 + 260)}`;
  const size = bytes === undefined ? '' : `, ${bytes} B`;
  const dynamic =
    dynamicBytes === undefined
      ? ''
      : `, ${object.bytes} to ${dynamicBytes(object.bytes)} B of the launch`;
  const more = `${also.length > 0 ? `, also ${also.join(' ')}` : ''}${needsHeaders ? ', needs headers' : ''}${left.length > 0 ? `, launches of lines ${left.join(', ')} stay` : ''}`;
  const padding = paddingBytes === undefined ? '' : `+${paddingBytes} B  `;
  return [
    `  ${kind} ${padding}${says}${size}${dynamic}${places}${more}`,
    ...sources.flatMap(({ file, text }) =>
      changedLines(
        text,
        edit.changes.filter((one) => one.file === file),
      ),
    ),
  ];
}

/** The lines that changes touch, before and after. */
function changedLines(text: string, changes: readonly Change[]): string[] {
  const shown: string[] = [];
  let offset = 0;
  for (const [index, line] of text.split('\n').entries()) {
    const end = offset + line.length;
    const own = changes
      .filter(({ start }) => start >= offset && start <= end)
      .map((one) => ({ ...one, start: one.start - offset, end: one.end - offset }));
    if (own.length > 0) {
      const after = changedText(line, own).split('\n');
      if (!after.includes(line)) shown.push(`    ${index + 1} - ${line.trim()}`);
      shown.push(
        ...after
          .filter((one) => one !== line && one !== '')
          .map((one) => `    ${index + 1} + ${one.trim()}`),
      );
    }
    offset = end + 1;
  }
  return shown;
}
