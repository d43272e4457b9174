/** The levels of the path, from the launch down. */
export const levels = [
  {
    name: 'grid',
    title: 'The grid',
    text: 'A launch makes workgroups. They are independent: nothing guarantees which of them run at the same time.',
  },
  {
    name: 'units',
    title: 'Compute units',
    text: 'Each workgroup runs on one compute unit and stays there. When all units are full, the other workgroups wait.',
  },
  {
    name: 'unit',
    title: 'One unit',
    text: 'Waves occupy slots of the SIMDs, and each workgroup has a slice of the LDS. Registers, slots or LDS: one of them runs out first.',
  },
  {
    name: 'wave',
    title: 'One wave',
    text: 'An instruction executes for all lanes of a wave at once. Each lane has its own address.',
  },
  {
    name: 'banks',
    title: 'The banks',
    text: 'Slices hold different bytes but share the same banks. Lanes of one phase that read different words of one bank wait for each other.',
  },
] as const;

export type Level = (typeof levels)[number]['name'];
