/** Random definitions of structs as C++ text, all of which clang takes. */
import * as fc from 'fast-check';

const SCALARS = [
  'char',
  'signed char',
  'unsigned char',
  'bool',
  'short',
  'unsigned short int',
  'int',
  'unsigned',
  'long',
  'unsigned long long',
  'long long int',
  'float',
  'double',
  '_Float16',
  ...'int8_t uint16_t std::uint32_t int64_t size_t ck::index_t __bf16'.split(' '),
] as const;
const POINTERS = ['const half *', 'void *', 'float **', 'Unknown *const ', 'float *__restrict__ '];
const QUALIFIERS = ['', 'const ', 'volatile '] as const;

interface RandomStruct {
  readonly body: (name: string) => string;
}

const lengths = fc.array(fc.constantFrom('1', '2', '3', '(D + 1)', '2 * 3', 'sizeof(int)'), {
  maxLength: 2,
});
const aligned = fc.constantFrom(
  '',
  '',
  '',
  '',
  'alignas(16) ',
  'alignas(double) ',
  'alignas(32) ',
  '__attribute__((aligned(2))) ',
  '__attribute__((aligned(64))) ',
);

/** A member of a name, in a struct whose name those of structs in it begin with. */
type Member = (name: string, owner: string) => string;

const scalarMember = fc
  .tuple(fc.constantFrom(...QUALIFIERS), fc.constantFrom(...SCALARS), lengths, aligned)
  .chain(([qualifier, type, sizes, attribute]) =>
    fc.constantFrom('', ' = {}').map((value): Member => {
      const brackets = sizes.map((size) => `[${size}]`).join('');
      return (name) => `${attribute}${qualifier}${type} ${name}${brackets}${value};`;
    }),
  );
const pointerMember = fc.tuple(fc.constantFrom(...POINTERS), lengths).map(
  ([type, sizes]): Member =>
    (name) =>
      `${type}${name}${sizes.map((n) => `[${n}]`).join('')};`,
);
const stdArray = fc.tuple(fc.constantFrom(...SCALARS), fc.constantFrom('1', '5', 'D')).map(
  ([type, count]): Member =>
    (name) =>
      `std::array<${type}, ${count}> ${name};`,
);
const twoNames = fc.constantFrom(...SCALARS).map(
  (type): Member =>
    (name) =>
      `${type} ${name}, *${name}_p, ${name}_a[3];`,
);
const passedOver = fc.constantFrom<Member>(
  () => 'static constexpr int unused = 4 < 5 ? 1 : 2;',
  (name) => `int get_${name}(int i) const { return i + 1; }`,
  (name) => `using type_${name} = long;`,
  () => 'public:',
  () => 'private:',
  (_, owner) => `${owner}() = default;`,
  (_, owner) => `explicit ${owner}(int n_);`,
  (_, owner) => `~${owner}() {}`,
  (_, owner) => `${owner} &operator=(const ${owner} &) = default;`,
  (_, owner) => `${owner} &operator=(const ${owner} &);`,
  (_, owner) => `bool operator==(const ${owner} &) const;`,
);

/** Attributes between `struct` and its name. */
const heads = fc.constantFrom('', '', '', '__attribute__((packed)) ', 'alignas(64) ');

/** C++ lets an anonymous struct have nothing but fields. */
const anonymous = fc
  .tuple(heads, fc.array(fc.oneof(scalarMember, pointerMember), { minLength: 1, maxLength: 3 }))
  .map(
    ([head, members]): Member =>
      (name) =>
        `struct ${head}{ ${members.map((member, i) => member(`${name}_${i}`, '')).join(' ')} };`,
  );

const { struct } = fc.letrec<{ struct: RandomStruct; member: Member; inner: Member }>((tie) => ({
  inner: fc.tuple(tie('struct'), fc.constantFrom(0, 1, 2)).map(
    ([{ body }, form]): Member =>
      (name, owner) =>
        [
          `${body(`${owner}_${name}`)} ${name};`,
          `${body(`${owner}_${name}`)} ${name}[2];`,
          `${body(`${owner}_${name}`)}; ${owner}_${name} ${name};`,
        ][form] ?? '',
  ),
  member: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: scalarMember },
    { weight: 2, arbitrary: pointerMember },
    { weight: 1, arbitrary: stdArray },
    { weight: 1, arbitrary: twoNames },
    { weight: 1, arbitrary: anonymous },
    { weight: 2, arbitrary: tie('inner') },
  ),
  struct: fc
    .tuple(heads, fc.array(tie('member'), { minLength: 1, maxLength: 5 }), fc.option(passedOver))
    .map(([head, members, other]) => ({
      body: (name) => {
        const lines = members.map((member, i) => member(`f${i}`, name));
        if (other !== null && name !== '') lines.splice(1, 0, other('x', name));
        return `struct ${head}${name} { ${lines.join(' ')} }`;
      },
    })),
}));

/** The definition of a struct with a name. */
export const randomStruct: fc.Arbitrary<(name: string) => string> = struct.map(
  ({ body }) =>
    (name) =>
      `${body(name)};`,
);
