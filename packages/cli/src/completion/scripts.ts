/** Completion for shells, as a script that needs nothing but the shell: `source <(ldscope completion bash)`. */
import type { CommandWords, OptionWords } from './words.ts';

export type Shell = 'bash' | 'zsh' | 'fish';

/** The script of a shell. */
export function completionScript(shell: Shell, commands: readonly CommandWords[]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](commands);
}

const flags = ({ options }: CommandWords): string[] =>
  options.flatMap(({ long, short }) => (short === undefined ? [long] : [long, short]));

/** Options with a known set of values, by all their names. */
const valued = ({ options }: CommandWords): OptionWords[] =>
  options.filter(({ values = [] }) => values.length > 0);

function bashScript(commands: readonly CommandWords[]): string {
  const cases = commands.map((command) => {
    const values = valued(command).map(
      ({ long, short, values: words = [] }) =>
        `        ${short === undefined ? long : `${long}|${short}`}) COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$cur")); return ;;`,
    );
    return [
      `    ${command.name})`,
      ...(values.length === 0 ? [] : ['      case "$prev" in', ...values, '      esac']),
      `      [[ $cur == -* ]] && COMPREPLY=($(compgen -W "${flags(command).join(' ')}" -- "$cur"))`,
      ...(command.operands.length === 0
        ? []
        : [
            `      [[ $cur != -* ]] && COMPREPLY=($(compgen -W "${command.operands.join(' ')}" -- "$cur"))`,
          ]),
      '      ;;',
    ].join('\n');
  });
  return `# Completion of ldscope for bash: source <(ldscope completion bash)
_ldscope() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} help --help --version" -- "$cur"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
}
complete -o default -o bashdefault -F _ldscope ldscope
`;
}

function zshScript(commands: readonly CommandWords[]): string {
  const list = commands.map(({ name, about }) => `    '${name}:${about.replaceAll(':', ',')}'`);
  const cases = commands.map((command) => {
    const options = command.options.flatMap(({ long, short, about, values }) => {
      const action =
        values === undefined
          ? ''
          : values.length > 0
            ? `:value:(${values.join(' ')})`
            : ':value:_files';
      const names = short === undefined ? [long] : [long, short];
      return names.map((name) => `        '*${name}[${about}]${action}'`);
    });
    const { operands, takesFiles } = command;
    const values = operands.length > 0 ? [`        '1:operand:(${operands.join(' ')})'`] : [];
    const files = takesFiles ? ["        '*:file:_files'"] : values;
    return [
      `      ${command.name})`,
      `        _arguments \\`,
      [...options, ...files].join(' \\\n'),
      '        ;;',
    ].join('\n');
  });
  return `#compdef ldscope
# Completion of ldscope for zsh: ldscope completion zsh > "\${fpath[1]}/_ldscope"
_ldscope() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=\${words[2]}
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = "_ldscope" ]; then _ldscope "$@"; else compdef _ldscope ldscope; fi
`;
}

function fishScript(commands: readonly CommandWords[]): string {
  const lines = commands.flatMap((command) => [
    `complete -c ldscope -n __fish_use_subcommand -f -a ${command.name} -d '${command.about}'`,
    ...(command.operands.length === 0
      ? []
      : [
          `complete -c ldscope -n '__fish_seen_subcommand_from ${command.name}' -f -a '${command.operands.join(' ')}'`,
        ]),
    ...command.options.map(({ long, short, about, values }) => {
      const seen = `__fish_seen_subcommand_from ${command.name}`;
      const letter = short === undefined ? '' : ` -s ${short.slice(1)}`;
      const words =
        values === undefined ? '' : values.length > 0 ? ` -x -a '${values.join(' ')}'` : ' -r';
      return `complete -c ldscope -n '${seen}' -l ${long.slice(2)}${letter}${words} -d '${about}'`;
    }),
  ]);
  return `# Completion of ldscope for fish: ldscope completion fish > ~/.config/fish/completions/ldscope.fish\n${lines.join('\n')}\n`;
}
