import { createContext } from 'react'
import type { Feature } from '../shared/feature.ts'

/** The features of the console, for the menu and the live updates. */
export const FeaturesContext = createContext<readonly Feature[]>([])
