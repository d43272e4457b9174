/** What an access does: a read, or a write of a kind that the shadow of shared memory tells apart. */
export type Doing = 'read' | 'write' | 'atomic' | 'compare';
