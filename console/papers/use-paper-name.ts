import { useTranslate } from 'react-admin'
import type { PaperResponse } from '../../contract/purchase-requests/papers.ts'

/** Such as «Invoice 2026-000042». */
export function usePaperName(): (paper: Pick<PaperResponse, 'kind' | 'number'>) => string {
  const translate = useTranslate()
  return ({ kind, number }) => `${translate(`kontor.paper_kind.${kind}`)} ${number}`
}
