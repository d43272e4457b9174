/** Diagnostics and hazards with their places and hints; a place is a way to the line. */
import type { Hazard, ReportDiagnostic } from '@ldscope/core';
import type { JSX } from 'preact';
import { counted } from '../controls/words.ts';
import { reveal } from './editor-pane.tsx';
import { focusLaunch, isOfLaunch } from './launch-field.tsx';
import { HintWords } from './hint.tsx';
import { diagnostics, openProblems, report, stale } from './state.ts';

const MOST = 50;

export function Problems(): JSX.Element | null {
  const hazards = stale.value ? [] : (report.value?.hazards ?? []);
  const all = [...openProblems.value, ...diagnostics.value];
  if (hazards.length + all.length === 0) return null;
  const of = (severity: ReportDiagnostic['severity']): number =>
    all.filter((one) => one.severity === severity).length;
  const [errors, warnings, notes] = [of('error'), of('warning'), of('note')];
  const words = [
    ...(errors === 0 ? [] : [counted(errors, 'error')]),
    ...(hazards.length === 0 ? [] : [counted(hazards.length, 'hazard')]),
    ...(warnings === 0 ? [] : [counted(warnings, 'warning')]),
    ...(notes === 0 ? [] : [counted(notes, 'note')]),
  ];
  const isSerious = errors + hazards.length + warnings > 0;
  const tone = errors + hazards.length > 0 ? 'conflict' : 'warn';
  return (
    <details class="problems" open={isSerious}>
      <summary class={isSerious ? tone : ''}>{words.join(', ')}</summary>
      <ul>
        {hazards.slice(0, MOST).map((hazard, index) => (
          <li key={`hazard-${index}`}>
            <HazardOf hazard={hazard} />
          </li>
        ))}
        {all.slice(0, MOST).map((diagnostic, index) => (
          <li key={index}>
            <DiagnosticOf diagnostic={diagnostic} />
          </li>
        ))}
      </ul>
      {hazards.length + all.length > 2 * MOST ? <p>More are not listed.</p> : undefined}
    </details>
  );
}

const tones = { error: 'conflict', warning: 'warn', note: '' } as const;

function DiagnosticOf({ diagnostic }: { readonly diagnostic: ReportDiagnostic }): JSX.Element {
  const { code, severity, message, hint, line, column } = diagnostic;
  return (
    <>
      <span class={`tag ${tones[severity]}`}>{severity}</span>{' '}
      {isOfLaunch(diagnostic) ? (
        <button type="button" class="place" onClick={focusLaunch}>
          Launch
        </button>
      ) : (
        <Place line={line} column={column} />
      )}{' '}
      {message} <code class="soft">{code}</code>
      {hint === '' ? undefined : (
        <p class="hint">
          <HintWords hint={hint} />
        </p>
      )}
    </>
  );
}

/** The other access of a hazard, as a noun. */
const accessWords = { read: 'read', write: 'write', atomic: 'atomic', async: 'copy' } as const;

function HazardOf({ hazard }: { readonly hazard: Hazard }): JSX.Element {
  const { severity, message, hint, location, other } = hazard;
  return (
    <>
      <span class={`tag ${tones[severity]}`}>hazard</span> <Place {...location} /> {message}
      {other === undefined ? undefined : (
        <>
          {' '}
          with the {accessWords[other.access]} at <Place {...other.location} />
        </>
      )}
      {hint === '' ? undefined : (
        <p class="hint">
          <HintWords hint={hint} />
        </p>
      )}
    </>
  );
}

function Place({
  line,
  column,
}: {
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}): JSX.Element | null {
  if (line === undefined) return null;
  return (
    <button type="button" class="place" onClick={() => reveal(line)}>
      {column === undefined ? `line ${line}` : `${line}:${column}`}
    </button>
  );
}
