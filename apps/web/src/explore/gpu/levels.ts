/** The levels of the way, from the launch down. */
export const levels = [
  {
    name: 'grid',
    title: 'The grid',
    text: 'A launch makes workgroups. They are independent: nothing says which of them run at the same time.',
  },
  {
    name: 'units',
    title: 'Compute units',
    text: 'Each workgroup lands whole on one unit and stays there. When the units are full, the others wait.',
  },
  {
    name: 'unit',
    title: 'One unit',
    text: 'Its waves get slots of the SIMDs; each workgroup has a slice of the one LDS. Registers, slots or LDS run out first.',
  },
  {
    name: 'wave',
    title: 'One wave',
    text: 'An instruction is executed for all lanes of a wave at once; every lane has an address of its own.',
  },
  {
    name: 'banks',
    title: 'The banks',
    text: 'Slices differ in their bytes, not in their banks. Lanes of a phase that want different words of one bank wait for each other.',
  },
] as const;

export type Level = (typeof levels)[number]['name'];
