/**
 * Whether a file is to be seen: `incomplete` if something of it is not drawn, `failed` if nothing is, `none` if files of
 * its type are not shown here.
 */
export type Shown = 'loading' | 'shown' | 'incomplete' | 'failed' | 'none'
