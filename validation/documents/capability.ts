/**
 * What a reference document describes, and how ldscope shows it: by commands, whose answers have to contain given figures,
 * or by tests, which have to exist. Pages of the app are shown by the tests that open them.
 *
 * A document is a YAML file of this folder; to show something more is to add an entry to it:
 *
 *     - id: W12
 *       what: max_phase keeps the column inside of the row
 *       shown:
 *         - run: convert "wave: swizzle_unit = 8, max_phase = 8" --tile 32x96xf16
 *           exit: 2
 *           prints: element [4][64] is at column 96, outside of the row
 *         - test: packages/core/test/mitigate/wave-choice.test.ts
 *           title: takes the wider of read and gather
 *       differs: it does not where the chunks of a row are not a power of two
 */
import { readYaml } from '../base/read.ts';

export interface Capability {
  /** Its number in the list of the document: `W7`. */
  readonly id: string;
  /** What the document describes. */
  readonly what: string;
  readonly shown: readonly Evidence[];
  /** Where ldscope and the document differ. */
  readonly differs?: string | undefined;
}

export type Evidence = CommandEvidence | TestEvidence;

export interface CommandEvidence {
  /** The command line after `ldscope`; files that it writes as `out/NAME` are read by later ones of the same capability. */
  readonly run: string;
  /** 0 by default; 2 where the command refuses, 1 where its result is not met. */
  readonly exit?: number | undefined;
  /** Each is part of what the command prints, with runs of spaces as one. */
  readonly prints?: string | readonly string[] | undefined;
}

export interface TestEvidence {
  readonly test: string;
  /** Begins a title in the file. */
  readonly title: string;
}

export interface ReferenceDocument {
  readonly title: string;
  readonly capabilities: readonly Capability[];
}

export const isCommand = (evidence: Evidence): evidence is CommandEvidence => 'run' in evidence;

/** The parts that a command has to print. */
export const partsOf = ({ prints = [] }: CommandEvidence): readonly string[] => [prints].flat();

/** The five reference documents, in the order of the page. */
export const documents: readonly ReferenceDocument[] = [
  'wave',
  'iree',
  'ck-tile',
  'pipelines',
  'cdna',
].map((name) => readYaml<ReferenceDocument>(`validation/documents/${name}.yaml`));
