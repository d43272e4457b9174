/** The commands, found by typing: arrow keys choose one, Enter does it. */
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { commandList } from './command-list.ts';
import { type Command, findCommands } from './find-command.ts';

/** More than these are not looked through by eye. */
const MOST_SHOWN = 60;

const LIST = 'commands-list';

export function Commands({ close }: { readonly close: () => void }): JSX.Element {
  const all = useMemo(commandList, []);
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState(0);
  const found = useMemo(() => findCommands(all, typed), [all, typed]);
  const shown = found.slice(0, MOST_SHOWN);
  const at = Math.min(wanted, Math.max(0, shown.length - 1));
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at, shown]);
  const take = (command: Command | undefined): void => {
    if (command === undefined) return;
    // The focus goes back first: a command may move it on.
    close();
    command.run();
  };
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: (at + 1) % Math.max(1, shown.length),
    ArrowUp: (at + shown.length - 1) % Math.max(1, shown.length),
    PageDown: Math.min(at + 10, shown.length - 1),
    PageUp: Math.max(at - 10, 0),
  };
  return (
    <>
      <input
        class="field"
        type="text"
        role="combobox"
        autofocus
        aria-label="Command"
        aria-expanded="true"
        aria-controls={LIST}
        aria-activedescendant={shown[at] === undefined ? undefined : `${LIST}-${at}`}
        autocomplete="off"
        spellcheck={false}
        placeholder="View, example, machine, instruction ..."
        value={typed}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setWanted(0);
        }}
        onKeyDown={(event) => {
          const step = steps[event.key];
          if (event.key === 'Enter') take(shown[at]);
          else if (step !== undefined) setWanted(step);
          else return;
          event.preventDefault();
        }}
      />
      <ul id={LIST} ref={list} class="command-list" role="listbox" aria-label="Commands">
        {shown.map((command, index) => (
          <li
            key={command.title}
            id={`${LIST}-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => take(command)}
          >
            <span>{command.title}</span>
            {command.keys === undefined ? undefined : <kbd>{command.keys}</kbd>}
          </li>
        ))}
      </ul>
      <p class="soft" role="status">
        {found.length === 0
          ? 'No command matches.'
          : found.length > shown.length
            ? `${found.length - shown.length} more: type to narrow the list.`
            : ''}
      </p>
    </>
  );
}
