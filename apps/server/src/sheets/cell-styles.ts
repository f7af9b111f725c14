/**
 * How the styles of a workbook show numbers. A workbook keeps a date as a count of days, and 10.25% as 0.1025, each with
 * a number format; read without it, a cost of funds would be a hundredth of what the sheet shows.
 */
import { isDateFormat } from 'hucre'
import { FileRefusal } from '../platform/file-readers/file-refusal.ts'
import { scanXml } from '../platform/file-readers/xml.ts'

export type Shown = 'date' | 'percent' | 'number'

/** The formats 0% and 0.00%. */
const PERCENT_BUILT_IN = new Set([9, 10])
/** A spreadsheet program takes 255 characters. */
const FORMAT_LENGTH_MAX = 1_000

/** As many as a spreadsheet program takes. */
const STYLES_MAX = 65_536
const tooManyStyles = () =>
  new FileRefusal('file.too-many', { limit: `${STYLES_MAX.toLocaleString('en')} cell styles` })

/** Whether a format code shows percent: a % that is neither quoted, escaped nor in brackets. */
function showsPercent(code: string): boolean {
  return code.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, '').includes('%')
}

/** How each cell style, by its number, shows a number; by `xl/styles.xml`. @throws FileRefusal. */
export async function readCellStyles(parts: AsyncIterable<Uint8Array>): Promise<readonly Shown[]> {
  const codes = new Map<number, string>()
  const formats: number[] = []
  const path: string[] = []
  await scanXml(parts, {
    open: (name, attributes) => {
      const within = path.at(-1)
      path.push(name)
      if (name === 'numFmt' && within === 'numFmts') {
        codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '')
      } else if (name === 'xf' && within === 'cellXfs') formats.push(Number(attributes['numFmtId']))
      if (codes.size > STYLES_MAX || formats.length > STYLES_MAX) throw tooManyStyles()
    },
    close: () => void path.pop(),
  })
  const known = new Map<number, Shown>()
  return formats.map((format) => {
    const shown = known.get(format) ?? shownBy(format, codes.get(format))
    known.set(format, shown)
    return shown
  })
}

function shownBy(format: number, code: string | undefined): Shown {
  if (code !== undefined && code.length > FORMAT_LENGTH_MAX) return 'number'
  if (isDateFormat(code ?? String(format))) return 'date'
  return PERCENT_BUILT_IN.has(format) || showsPercent(code ?? '') ? 'percent' : 'number'
}
