/** A `static_assert` that fails refuses the text, wherever it is; one that holds, or is never instantiated, does not. */
import { parseDescriptor } from '@ldscope/core';
import { expect, test } from 'vitest';

const tile = (columns: string): string =>
  `return make_naive_tensor_descriptor(make_tuple(number<128>{}, number<${columns}>{}), make_tuple(number<64>{}, number<1>{}));`;
const template = `template <index_t N> struct S { static_assert(N % 64 == 0, "no"); static constexpr index_t k = 64; };`;
const ofProblem = (columns: number): string =>
  `struct Problem { static constexpr index_t kN = ${columns}; };
  template <typename P> struct S { static_assert(P::kN % 64 == 0, "no"); static constexpr index_t k = 64; };
  using C = S<Problem>;`;
const fitting = `template <index_t N> constexpr index_t fit() { static_assert(N % 64 == 0); return N; }`;

test.each([
  ['in the text', `static_assert(1 == 2, "no");\n${tile('64')}`, false],
  ['in a namespace', `namespace n { static_assert(1 == 2, "no"); }\n${tile('64')}`, false],
  ['in a struct', `struct S { static_assert(1 == 2, "no"); };\n${tile('64')}`, false],
  ['in a class template', `${template}\n${tile('S<72>::k')}`, false],
  ['in a class template with a problem', `${ofProblem(72)}\n${tile('C::k')}`, false],
  ['in a function template', `${fitting}\n${tile('fit<72>()')}`, false],
  ['that holds in a class template', `${template}\n${tile('S<128>::k')}`, true],
  ['that holds of a problem', `${ofProblem(128)}\n${tile('C::k')}`, true],
  ['of a template that nothing uses', `${template}\n${tile('64')}`, true],
  ['that needs what is not known', `static_assert(kSomething == 2);\n${tile('64')}`, true],
])('a static_assert %s', (_, text, isRead) => {
  const read = parseDescriptor(text, { elementBytes: 2 });
  expect(read.ok).toBe(isRead);
  if (!isRead) expect(read.diagnostics[0]?.code).toBe('notation/cpp-assert');
});
