import { useQuery } from '@tanstack/react-query'
import { readPosition } from '../../contract/operations/books/treasury.ts'
import { call } from '../api/client.ts'

/** What the desk has and owes, by asset and network. */
export function usePosition() {
  return useQuery({ queryKey: ['position'], queryFn: ({ signal }) => call(readPosition, { signal }) })
}
