import { useQuery } from '@tanstack/react-query'
import { calendarOf } from '../../../contract/values/calendar.ts'
import { currentAdministrator } from '../../api/session.ts'

/** Which day it is in the time zone of the service: the books have its days, wherever the browser is. */
export function useBusinessDay(): string {
  const { data } = useQuery({ queryKey: ['me'], queryFn: () => currentAdministrator() })
  return calendarOf(data?.time_zone ?? 'UTC')(new Date())
}
