const mark = '/* measured as '

/**
 * Marks a statement whose time is measured apart from that of the others. The name is a label of a metric, so there must
 * be few.
 */
export function measuredAs(kind: string, statement: string): string {
  return `${mark}${kind} */ ${statement}`
}

/** `commit`, the name that the statement was marked with, or `other`. */
export function queryKind(text: unknown): string {
  if (text === 'commit') return 'commit'
  if (typeof text !== 'string' || !text.startsWith(mark)) return 'other'
  return text.slice(mark.length, text.indexOf(' */'))
}
