/**
 * How the editor knows and colours each language, without its parser. A frontend that is missing here is a type error; the
 * order is that of the engine's list, in which frontends are asked whether a text is theirs.
 */
import type { FrontendName } from '@ldscope/engine';
import type { Language } from '@ldscope/engine/language';
import {
  amdgcnLanguage,
  ckTileLanguage,
  mlirLanguage,
  ptxLanguage,
  scheduleLanguage,
  specLanguage,
  ttgirLanguage,
} from '@ldscope/engine/languages';
import { highlightAmdgcn, longComments } from './amdgcn.ts';
import { highlightMlir } from './mlir.ts';
import { highlightPtx } from './ptx.ts';
import { highlightSchedule } from './schedule.ts';
import type { Emit } from './style.ts';
import { highlightYaml } from './yaml.ts';

export interface EditorLanguage<Name extends string = string> {
  readonly language: Language<Name>;
  /** Emits the tokens of a text that begins at the start of a line. */
  readonly highlight: (text: string, emit: Emit) => void;
  /** Ranges of comments that span lines, two offsets each; by default none. */
  readonly longComments?: (text: string) => readonly number[];
  /** Lines cannot be read one by one: the text is read as a whole. */
  readonly isWhole?: boolean;
}

export const editorLanguages: { readonly [Name in FrontendName]: EditorLanguage<Name> } = {
  'ttgir': { language: ttgirLanguage, highlight: highlightMlir },
  'mlir': { language: mlirLanguage, highlight: highlightMlir },
  'schedule': { language: scheduleLanguage, highlight: highlightSchedule },
  'ptx': { language: ptxLanguage, highlight: highlightPtx },
  'amdgcn': { language: amdgcnLanguage, highlight: highlightAmdgcn, longComments },
  'spec': { language: specLanguage, highlight: highlightYaml, isWhole: true },
  'ck-tile': { language: ckTileLanguage, highlight: highlightYaml, isWhole: true },
};
