import { useLocale } from 'react-admin'
import type { WorkQueueState } from '../../contract/work/work.ts'

/** How much waits; «1,000+» where counting stopped. */
export function useCountText(): (state: Pick<WorkQueueState, 'total' | 'total_is_exact'>) => string {
  const locale = useLocale()
  const format = new Intl.NumberFormat(locale)
  return ({ total, total_is_exact }) => `${format.format(total)}${total_is_exact ? '' : '+'}`
}
