import { createContext } from 'react'

/** Whether a page is shown beside a list, where it is narrow and not alone. */
export const InPane = createContext(false)
