import { useStore } from 'react-admin'

export type Density = 'comfortable' | 'compact'

/** The space above and below the text of a row. */
export const rowSpace: Record<Density, string> = { comfortable: '8px', compact: '3px' }

/** The height of a row of a list. */
export const rowHeight: Record<Density, string> = { comfortable: '36px', compact: '30px' }

/** How close together the rows of lists are. Stored in the browser. */
export function useDensity() {
  return useStore<Density>('density', 'comfortable')
}
