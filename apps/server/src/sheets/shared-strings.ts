/** The texts that the cells of a workbook refer to by number. */
import { FileRefusal } from '../platform/file-readers/file-refusal.ts'
import { scanXml } from '../platform/file-readers/xml.ts'
import { tooMuchText } from './sheet.ts'

const MB = 1024 * 1024
const TEXT_MAX = 20 * MB
const COUNT_MAX = 2_000_000

/** A text, or the beginning of one that is too long for a cell, with its length. */
export interface SharedText {
  readonly text: string
  readonly length: number
}

/** `_x000D_` is how a workbook writes a control character. */
export const withoutEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

/** @throws FileRefusal `file.too-many` for more than 20 MB of text or two million texts. */
export async function readSharedStrings(
  parts: AsyncIterable<Uint8Array>,
  cellMax: number,
): Promise<SharedText[]> {
  const strings: SharedText[] = []
  let sum = 0
  // The path within an <si>: its <t>, or the <t> of its runs (<r>); phonetic texts (<rPh>) are not shown.
  const path: string[] = []
  let plain = ''
  let rich: string | null = null
  let said = ''
  const keep = () => {
    const text = withoutEscapes(rich ?? plain)
    const { length } = text
    sum += length
    if (sum > TEXT_MAX) throw tooMuchText()
    if (strings.length >= COUNT_MAX) {
      throw new FileRefusal('file.too-many', { limit: `${COUNT_MAX.toLocaleString('en')} texts` })
    }
    strings.push({ text: length > cellMax ? flat(text.slice(0, cellMax + 1)) : text, length })
  }
  await scanXml(parts, {
    open: (name) => {
      path.push(name)
      if (name === 'si') {
        plain = ''
        rich = null
      } else if (name === 't' || name === 'r') said = ''
    },
    text: (text) => {
      if (path.at(-1) === 't') said += text
    },
    close: (name) => {
      path.pop()
      if (name === 'si') keep()
      else if (name === 't' && path.at(-1) === 'si') plain = said
      else if (name === 'r' && path.at(-1) === 'si') rich = (rich ?? '') + said
    },
  })
  return strings
}

/** A copy that does not keep the long text alive that it was cut from. */
const flat = (text: string) => Buffer.from(text, 'utf16le').toString('utf16le')
