import { createContext } from 'react'

/** Whether lists are those of a tab: they have views. The lists in a dialog have none. */
export const PageLists = createContext(false)
