import { createContext } from 'react'
import type { Feature } from './feature.ts'

/** The features of the console, for the menu and the live updates. */
export const FeaturesContext = createContext<readonly Feature[]>([])
