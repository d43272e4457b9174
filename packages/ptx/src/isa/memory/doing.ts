/** The kind of an access: a read, or one of the kinds of writes that the shadow of shared memory distinguishes. */
export type Doing = 'read' | 'write' | 'atomic' | 'compare';
