import { recall, remember } from '../../lib/remember.ts'

/** The files that were saved in this browser: the bell no longer lists them. */
const SAVED = 'exports.saved'
/** More files than a person makes in the week that they are kept. */
const REMEMBERED = 500

export const wasSaved = (id: number): boolean => recall<number[]>(SAVED, []).includes(id)

export function rememberSaved(id: number): void {
  remember(SAVED, [...recall<number[]>(SAVED, []), id].slice(-REMEMBERED))
}
