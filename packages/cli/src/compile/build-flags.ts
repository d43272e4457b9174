/**
 * The flags of a build, as somebody copies them behind `--`: those that affect the code, without those that choose
 * outputs, and the chips separately.
 *
 *     -O3 --offload-arch=gfx942,gfx1100 -DTILE=64 -c -o k.o      -O3 -DTILE=64, for gfx942 and gfx1100
 *     -gencode arch=compute_90a,code=sm_90a -rdc=true            nothing, for sm_90a
 */

export interface BuildFlags {
  readonly flags: readonly string[];
  /** As the flags name them, the first one first. */
  readonly chips: readonly string[];
}

/** Flags that choose outputs are left out, as the output is always one kernel's file, as text. */
const OUTPUT =
  /^(?:-c|-S|-E|-dc|-dw|-ptx|-cubin|-fatbin|-shared|-static|--genco|--hip-link|-fgpu-rdc|-fno-gpu-rdc|-rdc=.*|--relocatable-device-code=.*|-?-save-temps(?:=.*)?|-MM?D|-MP|-keep|-parallel-jobs=.*|-(?:offload|cuda)-(?:device|host)-only|--(?:no-)?offload-new-driver|-flto(?:=.*)?|-foffload-lto(?:=.*)?)$/;
const OUTPUT_WITH_VALUE = /^(?:-o|-MF|-MT|-MQ|-odir|-keep-dir)$/;
const CHIPS =
  /^--?(?:offload-arch|cuda-gpu-arch|amdgpu-target|gpu-architecture|gpu-code|arch|code)=(.*)$/;
const CHIPS_WITH_VALUE = /^--?(?:gencode|generate-code|gpu-architecture|gpu-code|arch|code)$/;
const GENCODE = /^--?(?:gencode|generate-code)=(.*)$/;

export function readBuildFlags(given: readonly string[]): BuildFlags {
  const flags: string[] = [];
  const chips: string[] = [];
  for (let at = 0; at < given.length; at++) {
    const flag = given[at] ?? '';
    const named = CHIPS.exec(flag) ?? GENCODE.exec(flag);
    if (named !== null) chips.push(...chipsIn(named[1] ?? ''));
    else if (CHIPS_WITH_VALUE.test(flag)) chips.push(...chipsIn(given[++at] ?? ''));
    else if (OUTPUT_WITH_VALUE.test(flag)) at++;
    else if (!OUTPUT.test(flag)) flags.push(flag);
  }
  return { flags, chips };
}

/** `arch=compute_90a,code=[sm_90a,compute_90a]` names what is made behind `code`. */
function chipsIn(value: string): string[] {
  const names = value
    .replace(/^arch=.*code=/, '')
    .split(/[[\],]/)
    .filter((name) => name !== '' && name !== 'native');
  const real = names.filter((name) => !name.startsWith('compute_'));
  return real.length > 0 ? real : names.map((name) => name.replace('compute_', 'sm_'));
}
