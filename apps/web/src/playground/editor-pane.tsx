/** The kernel's text. The editor is loaded after the first paint; until then a plain field holds the text. */
import { computed, effect, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Editor } from '../editor/editor.ts';
import { pickSite, replaceText } from './actions.ts';
import { lineMarks } from './marks.ts';
import { isCurrent, isDiagnosed, isOutdated } from './runs.ts';
import { hintWords } from './hint.tsx';
import { linkedLines, linkFromText } from './source/linked.ts';
import { hasSourceText, shownSource } from './source/source-rows.ts';
import {
  cursorLine,
  diagnostics,
  file,
  globalSite,
  isSchedule,
  report,
  site,
  text,
  toReveal,
} from './state.ts';

const PLACEHOLDER = `Paste a kernel here, or drop its files:

  AMD assembly     hipcc -S --offload-device-only kernel.hip
  PTX              nvcc -ptx kernel.cu
  Triton           TRITON_CACHE_DIR=cache python kernel.py
  MLIR             gpu, memref, vector, llvm, IREE, Wave
  CK Tile          a YAML specification

CUDA and HIP sources get the command that compiles them.`;

const editor = signal<Editor | undefined>(undefined);
const failed = signal(false);

/** Shows a line of the kernel. */
export function reveal(line: number): void {
  editor.value?.reveal(line);
}

/** Puts the cursor into the kernel. */
export function editKernel(): void {
  editor.value?.focus();
}

/** The worst place of the present text: its error, or the most expensive instruction. */
const worstLine = computed(() => {
  if (!isDiagnosed.value) return undefined;
  const error = diagnostics.value.find(
    ({ severity, line }) => severity === 'error' && line !== undefined,
  );
  return (
    error?.line ?? (isCurrent.value ? (site.value ?? globalSite.value)?.location.line : undefined)
  );
});

export function EditorPane(): JSX.Element {
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let ended = false;
    const ends: (() => void)[] = [];
    void import('../editor/editor.ts').then(
      ({ createEditor }) => {
        if (ended || parent.current === null) return;
        const made = createEditor(parent.current, {
          text: text.peek(),
          file: file.peek(),
          placeholder: PLACEHOLDER,
          onChange: (next) => {
            toReveal.value = false;
            text.value = next;
          },
          onReplace: replaceText,
          onLine: (line) => {
            toReveal.value = false;
            cursorLine.value = line;
            pickSiteOfLine(line);
          },
          onMark: pickSite,
        });
        editor.value = made;
        ends.push(
          effect(() => {
            if (text.value !== made.text()) made.setText(text.value);
          }),
          effect(() => {
            const marks = lineMarks.value;
            // Marks of an earlier text have followed their lines.
            if (isCurrent.value) made.setMarks(marks);
          }),
          effect(() => {
            // The lines alone do not always identify the language.
            made.setLanguage(isSchedule.value ? 'schedule' : undefined);
          }),
          effect(() => {
            const said = diagnostics.value;
            if (isDiagnosed.value || said.length === 0) {
              made.setDiagnostics(said.map((one) => ({ ...one, hint: hintWords(one.hint) })));
            }
          }),
          effect(() => made.setStale(isOutdated.value)),
          effect(() => made.setLinked(hasSourceText.value ? linkedLines.value : [])),
          effect(() => {
            // The line of a link's author, or the worst place.
            const line = cursorLine.value ?? worstLine.value;
            if (!toReveal.value || line === undefined) return;
            made.reveal(line, 'center');
            toReveal.value = false;
          }),
          () => made.destroy(),
        );
      },
      () => {
        failed.value = true;
      },
    );
    return () => {
      ended = true;
      editor.value = undefined;
      for (const end of ends) end();
    };
  }, []);
  return (
    <div class="editor-pane">
      <div class="editor-host" ref={parent} />
      {editor.value === undefined ? (
        <textarea
          class="editor-fallback"
          aria-label="Kernel"
          spellcheck={false}
          placeholder={PLACEHOLDER}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
          }}
        />
      ) : undefined}
      {failed.value ? <p class="tag warn">The editor could not be loaded.</p> : undefined}
    </div>
  );
}

/** The cursor's line chooses its instruction, where it has one. */
function pickSiteOfLine(line: number): void {
  // Line numbers of an earlier text do not hold for this one.
  if (!isCurrent.value) return;
  linkFromText(line, shownSource.value?.file);
  const sites = report.value?.sites ?? [];
  if (sites.some(({ id, location }) => id === site.value?.id && location.line === line)) return;
  const found = sites.find(({ location }) => location.line === line);
  const global = report.value?.global?.sites.find(({ location }) => location.line === line);
  if (found !== undefined) pickSite(found.id);
  else if (global !== undefined && globalSite.value?.id !== global.id) pickSite(global.id);
}
