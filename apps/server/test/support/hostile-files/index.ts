/** Every hostile file that the readers are tried with. They are made when they are asked for; none is kept. */
import type { HostileFile } from './kind.ts'
import { PDFS } from './pdfs.ts'
import { TEXTS } from './texts.ts'
import { WORKBOOKS } from './workbooks.ts'

export type { HostileFile, Outcome } from './kind.ts'
export const HOSTILE_FILES: readonly HostileFile[] = [...WORKBOOKS, ...TEXTS, ...PDFS]
