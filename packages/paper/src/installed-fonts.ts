/** The fonts that are installed with pdfmake: for PDFs made outside a browser. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { FontReader } from './pdf-maker.ts'

const { resolve } = createRequire(import.meta.url)

export const installedFont: FontReader = (file) => readFile(resolve(`pdfmake/fonts/Roboto/${file}`))
