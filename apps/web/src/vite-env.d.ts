declare module 'virtual:theme.css';

/** The version of the package, which the build puts in. */
declare const ldscopeVersion: string;
