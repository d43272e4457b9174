/** The machine code of measured kernels as a listing: ptxas gives of their PTX what nvcc gave, instruction by instruction. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { inFolder } from '../../test/in-folder.ts';

/** The listing; or what is missing, in words. `NVDISASM` names the disassembler where it is not on PATH. */
export function listingOf(
  ptx: string,
  target = 'sm_90a',
): { readonly text: string } | { readonly missing: string } {
  return inFolder((work) => {
    const cubin = join(work, 'kernels.cubin');
    const flags = ['-O3', '-lineinfo', `-arch=${target}`, ptx, '-o', cubin];
    const assembled = spawnSync('ptxas', flags, { encoding: 'utf8' });
    if (assembled.status !== 0)
      return { missing: `ptxas does not run: ${assembled.stderr ?? 'it is not installed'}` };
    const nvdisasm = process.env['NVDISASM'] ?? 'nvdisasm';
    const printed = spawnSync(nvdisasm, ['-gi', '-c', cubin], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    return printed.status === 0
      ? { text: printed.stdout }
      : { missing: 'nvdisasm is not installed: set NVDISASM, or put it on PATH' };
  });
}
